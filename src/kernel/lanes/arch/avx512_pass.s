# The pass for sixteen lanes with AVX-512: `pass::pass`. Made by `cargo test --lib assembler -- --ignored`.
#
# rdi         the group: x[0], x[1], x[2], has_other, nine vectors each
# rsi         constants: LEAD, BAND, ALL
# rdx         memory for vectors that have no register
# k1          lanes that are not frozen
# k2, k3, k4  out: lanes with a contradiction (also frozen ones), open, changed

vmovdqa64 zmm0, zmmword ptr [rdi + 1792]
vpandnd zmm1, zmm0, zmmword ptr [rdi + 64]
vmovdqa64 zmm2, zmmword ptr [rdi + 576]
vmovdqa64 zmm3, zmmword ptr [rdi + 1728]
vpandnd zmm4, zmm3, zmm2
vmovdqa64 zmm5, zmmword ptr [rdi + 768]
vmovdqa64 zmm6, zmmword ptr [rdi + 1920]
vpandnd zmm7, zmm6, zmm5
vmovdqa64 zmm8, zmmword ptr [rdi + 704]
vmovdqa64 zmm9, zmmword ptr [rdi + 1856]
vpternlogd zmm7, zmm8, zmm9, 0xf4
vmovdqa64 zmm10, zmmword ptr [rdi + 896]
vmovdqa64 zmm11, zmmword ptr [rdi + 2048]
vpternlogd zmm7, zmm10, zmm11, 0xf4
vmovdqa64 zmm12, zmmword ptr [rdi + 640]
vpandnd zmm13, zmm0, zmm12
vpord zmm13, zmm4, zmm13
vmovdqa64 zmm4, zmmword ptr [rdi + 832]
vmovdqa64 zmm14, zmmword ptr [rdi + 1984]
vpternlogd zmm13, zmm4, zmm14, 0xf4
vmovdqa64 zmm15, zmmword ptr [rdi + 2112]
vpternlogd zmm13, zmm15, zmmword ptr [rdi + 960], 0xf2
vmovdqa64 zmm16, zmmword ptr [rdi + 1024]
vmovdqa64 zmm17, zmmword ptr [rdi + 2176]
vpternlogd zmm7, zmm16, zmm17, 0xf4
vmovdqa64 zmm18, zmmword ptr [rdi + 1088]
vmovdqa64 zmm19, zmmword ptr [rdi + 2240]
vpternlogd zmm13, zmm18, zmm19, 0xf4
vpord zmm13, zmm7, zmm13
vpternlogd zmm12, zmm0, zmm13, 0x70
vpandnd zmm7, zmm3, zmmword ptr [rdi + 1152]
vpternlogd zmm8, zmm9, zmm13, 0x70
vpternlogd zmm4, zmm14, zmm13, 0x70
vpandnd zmm20, zmm0, zmmword ptr [rdi + 1216]
vpord zmm20, zmm7, zmm20
vpternlogd zmm2, zmm3, zmm13, 0x70
vmovdqa64 zmm7, zmm8
vpternlogd zmm7, zmm2, zmm12, 0xfe
vpaddd zmm21, zmm7, zmm7
vpternlogd zmm5, zmm6, zmm13, 0x70
vpternlogd zmm18, zmm19, zmm13, 0x70
vpsrld zmm22, zmm7, 2
vpandd zmm23, zmm11, zmm13
vpternlogd zmm16, zmm17, zmm13, 0x70
vpternlogd zmm22, zmm21, zmmword ptr [rsi], 0xe4
vpandnd zmm23, zmm23, zmm10
vmovdqa64 zmm10, zmm23
vpternlogd zmm10, zmm5, zmm4, 0xfe
vpaddd zmm21, zmm10, zmm10
vmovdqa64 zmm24, zmmword ptr [rdi]
vpternlogd zmm1, zmm24, zmm3, 0xf4
vmovdqa64 zmm25, zmmword ptr [rdi + 192]
vpandnd zmm26, zmm6, zmm25
vmovdqa64 zmm27, zmmword ptr [rdi + 128]
vpternlogd zmm26, zmm27, zmm9, 0xf4
vmovdqa64 zmm28, zmmword ptr [rdi + 256]
vpternlogd zmm1, zmm28, zmm14, 0xf4
vpandd zmm29, zmm15, zmm13
vmovdqa64 zmm30, zmmword ptr [rdi + 320]
vpternlogd zmm26, zmm30, zmm11, 0xf4
vmovdqa64 zmm31, zmmword ptr [rdi + 384]
vpternlogd zmm1, zmm31, zmm15, 0xf4
vpternlogd zmm26, zmm17, zmmword ptr [rdi + 448], 0xf2
vpternlogd zmm1, zmm19, zmmword ptr [rdi + 512], 0xf2
vpord zmm1, zmm26, zmm1
vpternlogd zmm27, zmm9, zmm1, 0x70
vpandd zmm26, zmm11, zmm1
vmovdqa64 zmmword ptr [rdx], zmm13
vmovdqa64 zmm13, zmmword ptr [rdi + 64]
vpternlogd zmm13, zmm0, zmm1, 0x70
vpternlogd zmm28, zmm14, zmm1, 0x70
vpternlogd zmm25, zmm6, zmm1, 0x70
vmovdqa64 zmmword ptr [rdx + 64], zmm23
vpandd zmm23, zmm3, zmm1
vpandnd zmm23, zmm23, zmm24
vpandnd zmm26, zmm26, zmm30
vmovdqa64 zmm30, zmmword ptr [rdi + 1344]
vpandnd zmm24, zmm6, zmm30
vpternlogd zmm24, zmm9, zmmword ptr [rdi + 1280], 0xf2
vmovdqa64 zmmword ptr [rdx + 128], zmm4
vmovdqa64 zmm4, zmmword ptr [rdi + 1408]
vpternlogd zmm20, zmm4, zmm14, 0xf4
vmovdqa64 zmmword ptr [rdx + 192], zmm5
vmovdqa64 zmm5, zmmword ptr [rdi + 1472]
vpternlogd zmm24, zmm5, zmm11, 0xf4
vmovdqa64 zmmword ptr [rdx + 256], zmm8
vmovdqa64 zmm8, zmmword ptr [rdi + 1536]
vpternlogd zmm20, zmm8, zmm15, 0xf4
vmovdqa64 zmmword ptr [rdx + 320], zmm12
vmovdqa64 zmm12, zmm28
vpternlogd zmm12, zmm25, zmm26, 0xfe
vpternlogd zmm24, zmm17, zmmword ptr [rdi + 1600], 0xf2
vmovdqa64 zmmword ptr [rdx + 384], zmm28
vmovdqa64 zmm28, zmmword ptr [rdi + 1664]
vpternlogd zmm20, zmm28, zmm19, 0xf4
vpord zmm20, zmm24, zmm20
vmovdqa64 zmm24, zmmword ptr [rdi + 1152]
vpternlogd zmm24, zmm3, zmm20, 0x70
vpternlogd zmm31, zmm15, zmm1, 0x70
vmovdqa64 zmm3, zmmword ptr [rdi + 1216]
vpternlogd zmm3, zmm0, zmm20, 0x70
vmovdqa64 zmm0, zmmword ptr [rdi + 448]
vpternlogd zmm0, zmm17, zmm1, 0x70
vmovdqa64 zmmword ptr [rdx + 448], zmm25
vpsrld zmm25, zmm12, 2
vpternlogd zmm4, zmm14, zmm20, 0x70
vmovdqa64 zmm14, zmmword ptr [rdi + 512]
vpternlogd zmm14, zmm19, zmm1, 0x70
vpternlogd zmm8, zmm15, zmm20, 0x70
vmovdqa64 zmm15, zmm14
vpternlogd zmm15, zmm31, zmm0, 0xfe
vpandnd zmm29, zmm29, zmmword ptr [rdi + 960]
vmovdqa64 zmmword ptr [rdx + 512], zmm1
vmovdqa64 zmm1, zmm18
vpternlogd zmm1, zmm29, zmm16, 0xfe
vpternlogd zmm28, zmm19, zmm20, 0x70
vpsrld zmm19, zmm1, 2
vpternlogd zmm30, zmm6, zmm20, 0x70
vpternlogd zmm5, zmm11, zmm20, 0x70
vmovdqa64 zmm11, zmm5
vpternlogd zmm11, zmm30, zmm4, 0xfe
vpaddd zmm6, zmm12, zmm12
vmovdqa64 zmmword ptr [rdx + 576], zmm5
vmovdqa64 zmm5, zmmword ptr [rsi]
vpternlogd zmm25, zmm5, zmm6, 0xe2
vpsrld zmm6, zmm15, 2
vmovdqa64 zmmword ptr [rdx + 640], zmm18
vmovdqa64 zmm18, zmmword ptr [rdi + 1280]
vpternlogd zmm18, zmm9, zmm20, 0x70
vmovdqa64 zmm9, zmm18
vpternlogd zmm9, zmm24, zmm3, 0xfe
vmovdqa64 zmmword ptr [rdx + 704], zmm18
vpaddd zmm18, zmm15, zmm15
vpternlogd zmm6, zmm5, zmm18, 0xe2
vpandd zmm18, zmm17, zmm20
vpandd zmm17, zmm15, zmm25
vpternlogd zmm17, zmm12, zmm6, 0xf8
vpandnd zmm18, zmm18, zmmword ptr [rdi + 1600]
vmovdqa64 zmmword ptr [rdx + 768], zmm20
vmovdqa64 zmm20, zmm18
vpternlogd zmm20, zmm8, zmm28, 0xfe
vmovdqa64 zmmword ptr [rdx + 832], zmm18
vpsrld zmm18, zmm10, 2
vpternlogd zmm18, zmm5, zmm21, 0xe2
vpord zmm21, zmm23, zmm13
vpord zmm21, zmm27, zmm21
vmovdqa64 zmmword ptr [rdx + 896], zmm28
vpaddd zmm28, zmm21, zmm21
vmovdqa64 zmmword ptr [rdx + 960], zmm8
vpsrld zmm8, zmm21, 2
vpternlogd zmm8, zmm5, zmm28, 0xe2
vpandd zmm15, zmm15, zmm8
vpandd zmm8, zmm12, zmm8
vpternlogd zmm25, zmm21, zmm8, 0xea
vpternlogd zmm21, zmm6, zmm15, 0xea
vpaddd zmm15, zmm1, zmm1
vpternlogd zmm19, zmm5, zmm15, 0xe2
vpaddd zmm15, zmm21, zmm21
vpsrld zmm6, zmm9, 2
vpandd zmm8, zmm7, zmm18
vpandd zmm12, zmm10, zmm19
vpaddd zmm28, zmm9, zmm9
vpternlogd zmm6, zmm5, zmm28, 0xe2
vpandd zmm18, zmm1, zmm18
vpsrld zmm28, zmm17, 2
vpord zmm18, zmm12, zmm18
vpsrld zmm12, zmm11, 2
vpaddd zmm17, zmm17, zmm17
vpternlogd zmm28 {k1}{z}, zmm5, zmm17, 0x1d
vpandd zmm1, zmm1, zmm22
vpaddd zmm17, zmm11, zmm11
vpternlogd zmm7, zmm19, zmm1, 0xea
vpternlogd zmm12, zmm5, zmm17, 0xe2
vpaddd zmm17, zmm7, zmm7
vpaddd zmm1, zmm20, zmm20
vpandd zmm22, zmm10, zmm22
vpsrld zmm10, zmm20, 2
vpternlogd zmm10, zmm5, zmm1, 0xe2
vpaddd zmm1, zmm25, zmm25
vpord zmm22, zmm8, zmm22
vpsrld zmm8, zmm22, 2
vpaddd zmm22, zmm22, zmm22
vpternlogd zmm8 {k1}{z}, zmm5, zmm22, 0x1d
vpandd zmm22, zmm20, zmm12
vpsrld zmm19, zmm18, 2
vpternlogd zmm22, zmm11, zmm10, 0xf8
vpsrld zmm21, zmm21, 2
vpternlogd zmm21 {k1}{z}, zmm5, zmm15, 0x1d
vpaddd zmm18, zmm18, zmm18
vpternlogd zmm19 {k1}{z}, zmm5, zmm18, 0x1d
vpandnd zmm2, zmm19, zmm2
vpandnd zmm18, zmm19, zmmword ptr [rdx + 320]
vpsrld zmm25, zmm25, 2
vpternlogd zmm25 {k1}{z}, zmm5, zmm1, 0x1d
vpandnd zmm31, zmm25, zmm31
vpandnd zmm0, zmm25, zmm0
vpandnd zmm25, zmm25, zmm14
vpandnd zmm13, zmm28, zmm13
vpandnd zmm26, zmm21, zmm26
vpaddd zmm14, zmm22, zmm22
vpandnd zmm27, zmm28, zmm27
vmovdqa64 zmm1, zmm25
vpternlogd zmm1, zmm27, zmm26, 0xfe
vpandd zmm11, zmm11, zmm6
vpsrld zmm7, zmm7, 2
vpandnd zmm19, zmm19, zmmword ptr [rdx + 256]
vpternlogd zmm7 {k1}{z}, zmm5, zmm17, 0x1d
vpandnd zmm17, zmm7, zmmword ptr [rdx + 192]
vpandnd zmm15, zmm21, zmmword ptr [rdx + 448]
vpandnd zmm28, zmm28, zmm23
vmovdqa64 zmm23, zmm15
vpternlogd zmm23, zmm28, zmm31, 0xfe
vpandnd zmm21, zmm21, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdx + 320], zmm15
vmovdqa64 zmm15, zmm0
vpternlogd zmm15, zmm13, zmm21, 0xfe
vmovdqa64 zmmword ptr [rdx + 256], zmm25
vpslld zmm25, zmm23, 3
vpandd zmm12, zmm9, zmm12
vpord zmm11, zmm12, zmm11
vpsrld zmm12, zmm11, 2
vpaddd zmm11, zmm11, zmm11
vpternlogd zmm12 {k1}{z}, zmm5, zmm11, 0x1d
vpandd zmm6, zmm20, zmm6
vpternlogd zmm9, zmm10, zmm6, 0xea
vpandnd zmm6, zmm7, zmmword ptr [rdx + 128]
vpsrld zmm10, zmm9, 2
vpaddd zmm9, zmm9, zmm9
vpternlogd zmm10 {k1}{z}, zmm5, zmm9, 0x1d
vpandnd zmm30, zmm10, zmm30
vpandnd zmm4, zmm10, zmm4
vpandnd zmm29, zmm8, zmm29
vpsrld zmm9, zmm15, 6
vpsrld zmm22, zmm22, 2
vpternlogd zmm5 {k1}{z}, zmm22, zmm14, 0x35
vpandnd zmm16, zmm8, zmm16
vpandnd zmm24, zmm5, zmm24
vpandnd zmm3, zmm5, zmm3
vmovdqa64 zmm14, zmm17
vpternlogd zmm14, zmm2, zmm29, 0xfe
vpsrld zmm22, zmm14, 6
vmovdqa64 zmm20, zmm18
vpternlogd zmm20, zmm6, zmm16, 0xfe
vpandnd zmm8, zmm8, zmmword ptr [rdx + 640]
vpsrld zmm11, zmm20, 6
vpandnd zmm7, zmm7, zmmword ptr [rdx + 64]
vmovdqa64 zmmword ptr [rdx + 192], zmm17
vpslld zmm17, zmm15, 3
vmovdqa64 zmmword ptr [rdx + 448], zmm29
vmovdqa64 zmm29, zmmword ptr [rsi + 64]
vpternlogd zmm9, zmm29, zmm17, 0xe2
vpslld zmm17, zmm20, 3
vpternlogd zmm11, zmm29, zmm17, 0xe2
vmovdqa64 zmm17, zmm8
vpternlogd zmm17, zmm19, zmm7, 0xfe
vmovdqa64 zmmword ptr [rdx + 384], zmm8
vpslld zmm8, zmm17, 3
vmovdqa64 zmmword ptr [rdx + 128], zmm19
vpsrld zmm19, zmm1, 6
vpandnd zmm5, zmm5, zmmword ptr [rdx + 704]
vmovdqa64 zmmword ptr [rdx + 640], zmm18
vpslld zmm18, zmm1, 3
vmovdqa64 zmmword ptr [rdx + 64], zmm7
vpandnd zmm7, zmm12, zmmword ptr [rdx + 960]
vmovdqa64 zmmword ptr [rdx + 704], zmm31
vmovdqa64 zmm31, zmm30
vpternlogd zmm31, zmm24, zmm7, 0xfe
vpternlogd zmm19, zmm29, zmm18, 0xe2
vpsrld zmm18, zmm23, 6
vmovdqa64 zmmword ptr [rdx + 960], zmm30
vpandd zmm30, zmm1, zmm9
vpternlogd zmm18, zmm29, zmm25, 0xe2
vpandd zmm25, zmm1, zmm18
vpternlogd zmm30, zmm15, zmm19, 0xf8
vpternlogd zmm19, zmm23, zmm25, 0xea
vpsrld zmm25, zmm30, 6
vpandd zmm18, zmm15, zmm18
vpternlogd zmm9, zmm23, zmm18, 0xea
vpslld zmm18, zmm31, 3
vpandnd zmm10, zmm10, zmmword ptr [rdx + 576]
vmovdqa64 zmmword ptr [rdx + 576], zmm7
vpandnd zmm7, zmm12, zmmword ptr [rdx + 896]
vmovdqa64 zmmword ptr [rdx + 896], zmm24
vmovdqa64 zmm24, zmm7
vpternlogd zmm24, zmm5, zmm10, 0xfe
vpslld zmm30, zmm30, 3
vmovdqa64 zmmword ptr [rdx + 1024], zmm7
vpsrld zmm7, zmm19, 6
vpternlogd zmm25 {k1}{z}, zmm29, zmm30, 0x1d
vpandnd zmm12, zmm12, zmmword ptr [rdx + 832]
vmovdqa64 zmm30, zmm4
vpternlogd zmm30, zmm3, zmm12, 0xfe
vmovdqa64 zmmword ptr [rdx + 832], zmm4
vpslld zmm4, zmm14, 3
vmovdqa64 zmmword ptr [rdx + 1088], zmm12
vpsrld zmm12, zmm31, 6
vpternlogd zmm22, zmm29, zmm4, 0xe2
vpandd zmm4, zmm17, zmm22
vpternlogd zmm12, zmm29, zmm18, 0xe2
vpsrld zmm18, zmm17, 6
vmovdqa64 zmmword ptr [rdx + 1152], zmm5
vpsrld zmm5, zmm30, 6
vpternlogd zmm18, zmm29, zmm8, 0xe2
vpslld zmm8, zmm30, 3
vpternlogd zmm4, zmm14, zmm18, 0xf8
vpslld zmm19, zmm19, 3
vpternlogd zmm5, zmm29, zmm8, 0xe2
vpslld zmm8, zmm24, 3
vmovdqa64 zmmword ptr [rdx + 1216], zmm10
vpandd zmm10, zmm17, zmm11
vpternlogd zmm18, zmm20, zmm10, 0xea
vpternlogd zmm7 {k1}{z}, zmm29, zmm19, 0x1d
vpsrld zmm19, zmm18, 6
vpandd zmm22, zmm20, zmm22
vpternlogd zmm11, zmm14, zmm22, 0xea
vpsrld zmm22, zmm24, 6
vpsrld zmm10, zmm9, 6
vpslld zmm9, zmm9, 3
vpternlogd zmm22, zmm29, zmm8, 0xe2
vpandd zmm8, zmm24, zmm5
vpternlogd zmm8, zmm30, zmm22, 0xf8
vmovdqa64 zmmword ptr [rdx + 1280], zmm17
vpandd zmm17, zmm24, zmm12
vpandnd zmm28, zmm25, zmm28
vpternlogd zmm10 {k1}{z}, zmm29, zmm9, 0x1d
vpternlogd zmm22, zmm31, zmm17, 0xea
vpslld zmm18, zmm18, 3
vpternlogd zmm19 {k1}{z}, zmm29, zmm18, 0x1d
vpslld zmm18, zmm4, 3
vpandnd zmm13, zmm7, zmm13
vpandd zmm5, zmm31, zmm5
vpandnd zmm21, zmm7, zmm21
vpsrld zmm4, zmm4, 6
vpternlogd zmm4 {k1}{z}, zmm29, zmm18, 0x1d
vpandd zmm12, zmm30, zmm12
vpsrld zmm18, zmm22, 6
vpslld zmm22, zmm22, 3
vpord zmm12, zmm5, zmm12
vpternlogd zmm18 {k1}{z}, zmm29, zmm22, 0x1d
vpsrld zmm22, zmm8, 6
vpandnd zmm27, zmm10, zmm27
vpord zmm5, zmm28, zmm13
vpord zmm5, zmm27, zmm5
vpandnd zmm6, zmm4, zmm6
vpslld zmm8, zmm8, 3
vpandnd zmm26, zmm10, zmm26
vpsrld zmm17, zmm11, 6
vpandnd zmm16, zmm4, zmm16
vpslld zmm11, zmm11, 3
vpternlogd zmm17 {k1}{z}, zmm29, zmm11, 0x1d
vpandnd zmm0, zmm7, zmm0
vpandnd zmm2, zmm19, zmm2
vpandnd zmm11, zmm25, zmmword ptr [rdx + 704]
vpandnd zmm7, zmm7, zmm15
vpternlogd zmm22 {k1}{z}, zmm29, zmm8, 0x1d
vpslld zmm8, zmm12, 3
vpandnd zmm15, zmm17, zmmword ptr [rdx + 64]
vpandnd zmm9, zmm10, zmmword ptr [rdx + 256]
vmovdqa64 zmmword ptr [rdx + 704], zmm27
vmovdqa64 zmm27, zmm9
vpternlogd zmm27, zmm11, zmm0, 0xfe
vpandnd zmm10, zmm10, zmm1
vpandnd zmm1, zmm4, zmmword ptr [rdx + 640]
vpsrld zmm12, zmm12, 6
vpternlogd zmm29 {k1}{z}, zmm12, zmm8, 0x35
vpandnd zmm23, zmm25, zmm23
vpandnd zmm8, zmm19, zmmword ptr [rdx + 448]
vpandnd zmm3, zmm18, zmm3
vpandnd zmm12, zmm17, zmmword ptr [rdx + 128]
vmovdqa64 zmmword ptr [rdx + 64], zmm9
vmovdqa64 zmm9, zmm12
vpternlogd zmm9, zmm2, zmm1, 0xfe
vpternlogd zmm23, zmm7, zmm10, 0xe8
vpandnd zmm25, zmm25, zmmword ptr [rdx + 320]
vpord zmm10, zmm25, zmm21
vpord zmm10, zmm26, zmm10
vpandnd zmm14, zmm19, zmm14
vpandnd zmm4, zmm4, zmm20
vpandnd zmm19, zmm19, zmmword ptr [rdx + 192]
vmovdqa64 zmm20, zmm15
vpternlogd zmm20, zmm19, zmm6, 0xfe
vpandnd zmm7, zmm22, zmmword ptr [rdx + 896]
vmovdqa64 zmmword ptr [rdx + 256], zmm0
vmovdqa64 zmm0, zmm27
vpternlogd zmm0, zmm5, zmm10, 0xe8
vmovdqa64 zmmword ptr [rdx + 640], zmm27
vpandnd zmm27, zmm29, zmmword ptr [rdx + 1216]
vmovdqa64 zmmword ptr [rdx + 448], zmm10
vpandnd zmm10, zmm17, zmmword ptr [rdx + 1280]
vpternlogd zmm14, zmm4, zmm10, 0xe8
vpandnd zmm10, zmm29, zmmword ptr [rdx + 1152]
vmovdqa64 zmm4, zmm10
vpternlogd zmm4, zmm7, zmm3, 0xfe
vmovdqa64 zmmword ptr [rdx + 128], zmm5
vpandnd zmm5, zmm22, zmmword ptr [rdx + 576]
vpandnd zmm17, zmm17, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdx + 320], zmm11
vmovdqa64 zmm11, zmm17
vpternlogd zmm11, zmm8, zmm16, 0xfe
vmovdqa64 zmmword ptr [rdx + 192], zmm17
vmovdqa64 zmm17, zmm11
vpternlogd zmm17, zmm9, zmm20, 0xe8
vpord zmm14 {k1}{z}, zmm17, zmm14
vpandd zmm17, zmm14, zmmword ptr [rdx]
vmovdqa64 zmmword ptr [rdx + 896], zmm11
vpandnd zmm11, zmm18, zmmword ptr [rdx + 1088]
vmovdqa64 zmmword ptr [rdx + 1216], zmm20
vpandnd zmm20, zmm18, zmmword ptr [rdx + 832]
vmovdqa64 zmmword ptr [rdx + 1280], zmm9
vpandnd zmm9, zmm29, zmmword ptr [rdx + 1024]
vmovdqa64 zmmword ptr [rdx + 1152], zmm16
vmovdqa64 zmm16, zmm9
vpternlogd zmm16, zmm5, zmm11, 0xfe
vmovdqa64 zmmword ptr [rdx + 576], zmm9
vpandnd zmm9, zmm22, zmmword ptr [rdx + 960]
vmovdqa64 zmmword ptr [rdx + 384], zmm11
vmovdqa64 zmm11, zmm27
vpternlogd zmm11, zmm9, zmm20, 0xfe
vmovdqa64 zmmword ptr [rdx], zmm5
vmovdqa64 zmm5, zmm16
vpternlogd zmm5, zmm4, zmm11, 0xe8
vpord zmm23 {k1}{z}, zmm0, zmm23
vpandd zmm0, zmm23, zmmword ptr [rdx + 512]
vpord zmm17, zmm0, zmm17
vpandnd zmm29, zmm29, zmm24
vpandnd zmm18, zmm18, zmm30
vpandnd zmm22, zmm22, zmm31
vpternlogd zmm22, zmm18, zmm29, 0xe8
vpord zmm22 {k1}{z}, zmm5, zmm22
vpandd zmm5, zmm22, zmmword ptr [rdx + 768]
vpandnd zmm29, zmm14, zmm2
vpternlogd zmm29, zmm28, zmm23, 0xf4
vpternlogd zmm29, zmm7, zmm22, 0xf4
vpslld zmm18, zmm29, 5
vpshldd zmm31, zmm29, zmm18, 9
vpshldd zmm18, zmm29, zmm18, 18
vpternlogd zmm31, zmm29, zmm18, 0xfe
vpandd zmm18, zmm14, zmm31
vpandnd zmm18, zmm18, zmm2
vmovdqa64 zmmword ptr [rdi + 576], zmm18
vpandd zmm2, zmm22, zmm31
vpandnd zmm2, zmm2, zmm7
vmovdqa64 zmmword ptr [rdi + 1152], zmm2
vpandd zmm31, zmm23, zmm31
vpandnd zmm31, zmm31, zmm28
vmovdqa64 zmmword ptr [rdi], zmm31
vmovdqa64 zmm28, zmm2
vpternlogd zmm28, zmm31, zmm18, 0xfe
vpandnd zmm7, zmm14, zmm1
vpternlogd zmm7, zmm13, zmm23, 0xf4
vpternlogd zmm7, zmm3, zmm22, 0xf4
vpslld zmm30, zmm7, 5
vpternlogd zmm31, zmm18, zmm2, 0xe8
vpandnd zmm2, zmm14, zmm12
vmovdqa64 zmm18, zmmword ptr [rdx + 704]
vpternlogd zmm2, zmm18, zmm23, 0xf4
vpternlogd zmm2, zmm10, zmm22, 0xf4
vpandnd zmm24, zmm14, zmm19
vpslld zmm0, zmm2, 5
vmovdqa64 zmmword ptr [rdx + 1088], zmm5
vpshldd zmm5, zmm2, zmm0, 18
vpshldd zmm0, zmm2, zmm0, 9
vpternlogd zmm0, zmm2, zmm5, 0xfe
vpternlogd zmm12, zmm14, zmm0, 0x70
vmovdqa64 zmmword ptr [rdi + 704], zmm12
vpandd zmm5, zmm23, zmm0
vpandnd zmm5, zmm5, zmm18
vmovdqa64 zmmword ptr [rdi + 128], zmm5
vpternlogd zmm24, zmm25, zmm23, 0xf4
vpslld zmm18, zmm28, 5
vpternlogd zmm24, zmm9, zmm22, 0xf4
vmovdqa64 zmmword ptr [rdx + 832], zmm2
vpshldd zmm2, zmm7, zmm30, 9
vpshldd zmm30, zmm7, zmm30, 18
vmovdqa64 zmmword ptr [rdx + 1024], zmm17
vpslld zmm17, zmm24, 5
vpandd zmm0, zmm22, zmm0
vmovdqa64 zmmword ptr [rdx + 960], zmm29
vpandnd zmm29, zmm14, zmm6
vpternlogd zmm29, zmm21, zmm23, 0xf4
vmovdqa64 zmmword ptr [rdx + 512], zmm16
vpshldd zmm16, zmm24, zmm17, 9
vpternlogd zmm29, zmm20, zmm22, 0xf4
vpshldd zmm17, zmm24, zmm17, 18
vpandnd zmm0, zmm0, zmm10
vmovdqa64 zmmword ptr [rdi + 1280], zmm0
vpternlogd zmm16, zmm24, zmm17, 0xfe
vmovdqa64 zmm17, zmm0
vpternlogd zmm17, zmm5, zmm12, 0xe8
vpandnd zmm10, zmm14, zmm15
vpternlogd zmm10, zmm26, zmm23, 0xf4
vpternlogd zmm10, zmm27, zmm22, 0xf4
vmovdqa64 zmmword ptr [rdx + 768], zmm24
vpandd zmm24, zmm14, zmm16
vpandnd zmm24, zmm24, zmm19
vmovdqa64 zmmword ptr [rdi + 768], zmm24
vpternlogd zmm2, zmm7, zmm30, 0xfe
vpslld zmm30, zmm29, 5
vpshldd zmm19, zmm29, zmm30, 9
vmovdqa64 zmmword ptr [rdx + 704], zmm7
vpandd zmm7, zmm23, zmm16
vpandnd zmm7, zmm7, zmm25
vpternlogd zmm1, zmm14, zmm2, 0x70
vmovdqa64 zmmword ptr [rdi + 640], zmm1
vmovdqa64 zmmword ptr [rdi + 192], zmm7
vpshldd zmm25, zmm28, zmm18, 9
vmovdqa64 zmmword ptr [rdx + 1344], zmm11
vpslld zmm11, zmm10, 5
vmovdqa64 zmmword ptr [rdx + 1408], zmm4
vpshldd zmm4, zmm10, zmm11, 18
vpshldd zmm11, zmm10, zmm11, 9
vpternlogd zmm11, zmm10, zmm4, 0xfe
vpternlogd zmm15, zmm14, zmm11, 0x70
vmovdqa64 zmmword ptr [rdi + 896], zmm15
vpandd zmm4, zmm23, zmm2
vpshldd zmm30, zmm29, zmm30, 18
vpandnd zmm4, zmm4, zmm13
vmovdqa64 zmmword ptr [rdi + 64], zmm4
vpternlogd zmm19, zmm29, zmm30, 0xfe
vpord zmm31, zmm25, zmm31
vpandd zmm25, zmm23, zmm19
vpternlogd zmm6, zmm14, zmm19, 0x70
vmovdqa64 zmmword ptr [rdi + 832], zmm6
vpandnd zmm25, zmm25, zmm21
vmovdqa64 zmmword ptr [rdi + 256], zmm25
vpandnd zmm21, zmm14, zmm8
vpternlogd zmm21, zmm23, zmmword ptr [rdx + 320], 0xf2
vpternlogd zmm21, zmm22, zmmword ptr [rdx], 0xf2
vpord zmm12, zmm5, zmm12
vpord zmm12, zmm0, zmm12
vpandnd zmm0, zmm14, zmmword ptr [rdx + 1152]
vpandd zmm2, zmm22, zmm2
vpternlogd zmm0, zmm23, zmmword ptr [rdx + 256], 0xf2
vpternlogd zmm0, zmm22, zmmword ptr [rdx + 384], 0xf2
vpshldd zmm18, zmm28, zmm18, 18
vpandd zmm16, zmm22, zmm16
vpord zmm31, zmm18, zmm31
vpslld zmm18, zmm21, 5
vpxord zmm5, zmm31, zmmword ptr [rdi + 1728]
vmovdqa64 zmmword ptr [rdi + 1728], zmm31
vpandnd zmm16, zmm16, zmm9
vmovdqa64 zmmword ptr [rdi + 1344], zmm16
vmovdqa64 zmm9, zmm16
vpternlogd zmm9, zmm7, zmm24, 0xfe
vpternlogd zmm7, zmm24, zmm16, 0xe8
vpslld zmm16, zmm12, 5
vpshldd zmm24, zmm12, zmm16, 18
vpshldd zmm16, zmm12, zmm16, 9
vpord zmm17, zmm16, zmm17
vpandnd zmm16, zmm14, zmmword ptr [rdx + 192]
vpternlogd zmm16, zmm23, zmmword ptr [rdx + 64], 0xf2
vpternlogd zmm16, zmm22, zmmword ptr [rdx + 576], 0xf2
vpslld zmm30, zmm16, 5
vpshldd zmm13, zmm21, zmm18, 18
vmovdqa64 zmmword ptr [rdx + 1472], zmm10
vpshldd zmm10, zmm16, zmm30, 9
vpandnd zmm2, zmm2, zmm3
vmovdqa64 zmmword ptr [rdi + 1216], zmm2
vmovdqa64 zmm3, zmm2
vpternlogd zmm3, zmm4, zmm1, 0xe8
vpshldd zmm30, zmm16, zmm30, 18
vpternlogd zmm10, zmm16, zmm30, 0xfe
vpandd zmm30, zmm22, zmm11
vpshldd zmm18, zmm21, zmm18, 9
vpandnd zmm30, zmm30, zmm27
vpternlogd zmm4, zmm1, zmm2, 0xfe
vmovdqa64 zmmword ptr [rdi + 1472], zmm30
vpternlogd zmm18, zmm21, zmm13, 0xfe
vpslld zmm13, zmm4, 5
vpshldd zmm2, zmm4, zmm13, 18
vpshldd zmm13, zmm4, zmm13, 9
vpord zmm3, zmm13, zmm3
vpandd zmm13, zmm23, zmm18
vpternlogd zmm8, zmm14, zmm18, 0x70
vmovdqa64 zmmword ptr [rdi + 960], zmm8
vpord zmm17, zmm24, zmm17
vpord zmm3, zmm2, zmm3
vpxord zmm2, zmm3, zmmword ptr [rdi + 1792]
vmovdqa64 zmmword ptr [rdi + 1792], zmm3
vpandd zmm24, zmm4, zmm3
vpternlogd zmm24, zmm28, zmm31, 0xf8
vpternlogd zmm24, zmm12, zmm17, 0xf8
vpord zmm2, zmm5, zmm2
vpslld zmm5, zmm0, 5
vpternlogd zmm2, zmm17, zmmword ptr [rdi + 1856], 0xf6
vmovdqa64 zmmword ptr [rdi + 1856], zmm17
vpshldd zmm1, zmm0, zmm5, 18
vpshldd zmm5, zmm0, zmm5, 9
vpternlogd zmm5, zmm0, zmm1, 0xfe
vpandd zmm1, zmm23, zmm5
vpandnd zmm1, zmm1, zmmword ptr [rdx + 256]
vmovdqa64 zmmword ptr [rdi + 448], zmm1
vpandnd zmm13, zmm13, zmmword ptr [rdx + 320]
vmovdqa64 zmmword ptr [rdi + 384], zmm13
vpandd zmm27, zmm23, zmm10
vpandd zmm11, zmm23, zmm11
vpandnd zmm11, zmm11, zmm26
vmovdqa64 zmmword ptr [rdi + 320], zmm11
vmovdqa64 zmm26, zmm30
vpternlogd zmm26, zmm11, zmm15, 0xe8
vpandd zmm18, zmm22, zmm18
vpandnd zmm18, zmm18, zmmword ptr [rdx]
vmovdqa64 zmmword ptr [rdi + 1536], zmm18
vpternlogd zmm11, zmm15, zmm30, 0xfe
vmovdqa64 zmm30, zmm18
vpternlogd zmm30, zmm13, zmm8, 0xfe
vpternlogd zmm13, zmm8, zmm18, 0xe8
vpandd zmm18, zmm22, zmm5
vpslld zmm8, zmm30, 5
vpandd zmm19, zmm22, zmm19
vpslld zmm15, zmm11, 5
vpshldd zmm23, zmm11, zmm15, 9
vpord zmm26, zmm23, zmm26
vpandd zmm22, zmm22, zmm10
vpternlogd zmm5, zmm14, zmmword ptr [rdx + 1152], 0x2a
vmovdqa64 zmmword ptr [rdi + 1024], zmm5
vpshldd zmm15, zmm11, zmm15, 18
vpandnd zmm18, zmm18, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdi + 1600], zmm18
vmovdqa64 zmm23, zmm18
vpternlogd zmm23, zmm1, zmm5, 0xfe
vpternlogd zmm1, zmm5, zmm18, 0xe8
vpslld zmm18, zmm23, 5
vpshldd zmm5, zmm23, zmm18, 18
vpshldd zmm18, zmm23, zmm18, 9
vpandnd zmm19, zmm19, zmm20
vmovdqa64 zmmword ptr [rdi + 1408], zmm19
vmovdqa64 zmm20, zmm19
vpternlogd zmm20, zmm25, zmm6, 0xfe
vpternlogd zmm25, zmm6, zmm19, 0xe8
vpshldd zmm19, zmm30, zmm8, 9
vpslld zmm6, zmm20, 5
vpord zmm13, zmm19, zmm13
vpshldd zmm19, zmm20, zmm6, 9
vpshldd zmm6, zmm20, zmm6, 18
vpternlogd zmm19, zmm6, zmm25, 0xfe
vpandnd zmm27, zmm27, zmmword ptr [rdx + 64]
vmovdqa64 zmmword ptr [rdi + 512], zmm27
vpshldd zmm8, zmm30, zmm8, 18
vpandd zmm10, zmm14, zmm10
vpslld zmm14, zmm9, 5
vpandnd zmm10, zmm10, zmmword ptr [rdx + 192]
vmovdqa64 zmmword ptr [rdi + 1088], zmm10
vpandnd zmm22, zmm22, zmmword ptr [rdx + 576]
vmovdqa64 zmmword ptr [rdi + 1664], zmm22
vmovdqa64 zmm25, zmm22
vpternlogd zmm25, zmm27, zmm10, 0xe8
vpternlogd zmm27, zmm10, zmm22, 0xfe
vpslld zmm22, zmm27, 5
vpord zmm1, zmm18, zmm1
vpshldd zmm18, zmm27, zmm22, 9
vpshldd zmm10, zmm9, zmm14, 18
vpshldd zmm22, zmm27, zmm22, 18
vpord zmm26, zmm15, zmm26
vpshldd zmm14, zmm9, zmm14, 9
vpord zmm7, zmm14, zmm7
vpord zmm7, zmm10, zmm7
vpternlogd zmm2, zmm7, zmmword ptr [rdi + 1920], 0xf6
vmovdqa64 zmmword ptr [rdi + 1920], zmm7
vpternlogd zmm24, zmm9, zmm7, 0xf8
vpord zmm1, zmm5, zmm1
vpternlogd zmm2, zmm19, zmmword ptr [rdi + 1984], 0xf6
vmovdqa64 zmmword ptr [rdi + 1984], zmm19
vpternlogd zmm24, zmm20, zmm19, 0xf8
vpord zmm25, zmm18, zmm25
vpord zmm13, zmm8, zmm13
vpternlogd zmm24, zmm11, zmm26, 0xf8
vpternlogd zmm2, zmm26, zmmword ptr [rdi + 2048], 0xf6
vmovdqa64 zmmword ptr [rdi + 2048], zmm26
vpternlogd zmm24, zmm30, zmm13, 0xf8
vpternlogd zmm2, zmm13, zmmword ptr [rdi + 2112], 0xf6
vmovdqa64 zmmword ptr [rdi + 2112], zmm13
vpternlogd zmm24, zmm23, zmm1, 0xf8
vmovdqa64 zmm8, zmmword ptr [rdx + 1280]
vmovdqa64 zmm18, zmmword ptr [rdx + 1216]
vpternlogd zmm8, zmm18, zmmword ptr [rdx + 896], 0xfe
vmovdqa64 zmm18, zmmword ptr [rdx + 1408]
vpord zmm18, zmm18, zmmword ptr [rdx + 1344]
vmovdqa64 zmm5, zmmword ptr [rdx + 128]
vpord zmm5, zmm5, zmmword ptr [rdx + 448]
vpternlogd zmm5, zmm8, zmmword ptr [rdx + 640], 0xc8
vpternlogd zmm18, zmm5, zmmword ptr [rdx + 512], 0xc8
vpternlogd zmm2, zmm1, zmmword ptr [rdi + 2176], 0xf6
vmovdqa64 zmmword ptr [rdi + 2176], zmm1
vpord zmm25, zmm22, zmm25
vpandd zmm22, zmm31, zmmword ptr [rdx + 960]
vpternlogd zmm18, zmm28, zmm31, 0xe0
vpternlogd zmm18, zmm4, zmm3, 0xe0
vpternlogd zmm18, zmm12, zmm17, 0xe0
vpternlogd zmm18, zmm9, zmm7, 0xe0
vpternlogd zmm18, zmm20, zmm19, 0xe0
vpternlogd zmm18, zmm11, zmm26, 0xe0
vpternlogd zmm18, zmm30, zmm13, 0xe0
vpternlogd zmm18, zmm23, zmm1, 0xe0
vpternlogd zmm18, zmm27, zmm25, 0xe0
vmovdqa64 zmm23, zmmword ptr [rdx + 1024]
vpternlogd zmm23, zmm22, zmmword ptr [rdx + 1088], 0xfe
vpternlogd zmm23, zmm3, zmmword ptr [rdx + 704], 0xf8
vpternlogd zmm23, zmm17, zmmword ptr [rdx + 832], 0xf8
vpternlogd zmm23, zmm7, zmmword ptr [rdx + 768], 0xf8
vpternlogd zmm23, zmm29, zmm19, 0xf8
vpternlogd zmm23, zmm26, zmmword ptr [rdx + 1472], 0xf8
vpternlogd zmm23, zmm21, zmm13, 0xf8
vpternlogd zmm23, zmm0, zmm1, 0xf8
vpternlogd zmm23, zmm16, zmm25, 0xf8
vmovdqa64 zmm16, zmmword ptr [rsi + 128]
vpternlogd zmm18, zmm23, zmm16, 0x8a
vpternlogd zmm24, zmm27, zmm25, 0xf8
vpxord zmm27, zmm25, zmmword ptr [rdi + 2240]
vmovdqa64 zmmword ptr [rdi + 2240], zmm25
vpternlogd zmm2, zmm27, zmm16, 0xa8
vptestmd k4, zmm2, zmm2
vptestmd k2, zmm18, zmm18
vptestmd k3, zmm24, zmm24
