# The pass for sixteen lanes with AVX-512: `pass::pass`. Made by `cargo test --lib assembler -- --ignored`.
#
# rdi         the group: x[0], x[1], x[2], has_other, nine vectors each
# rsi         constants: LEAD, BAND, ALL
# rdx         memory for vectors that have no register
# k1          lanes that are not frozen
# k2, k3, k4  out: lanes with a contradiction (also frozen ones), open, changed

vmovdqa64 zmm0, zmmword ptr [rdi + 64]
vmovdqa64 zmm1, zmmword ptr [rdi + 1792]
vpandnd zmm2, zmm1, zmm0
vmovdqa64 zmm3, zmmword ptr [rdi + 1728]
vpandnd zmm4, zmm3, zmmword ptr [rdi + 576]
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
vpandnd zmm13, zmm1, zmm12
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
vpternlogd zmm12, zmm1, zmm13, 0x70
vpandnd zmm7, zmm3, zmmword ptr [rdi + 1152]
vpternlogd zmm8, zmm9, zmm13, 0x70
vpternlogd zmm16, zmm17, zmm13, 0x70
vpternlogd zmm4, zmm14, zmm13, 0x70
vpternlogd zmm5, zmm6, zmm13, 0x70
vpternlogd zmm18, zmm19, zmm13, 0x70
vpandd zmm20, zmm11, zmm13
vpandnd zmm20, zmm20, zmm10
vmovdqa64 zmm10, zmmword ptr [rdi + 1216]
vpandnd zmm21, zmm1, zmm10
vpord zmm21, zmm7, zmm21
vmovdqa64 zmm7, zmm20
vpternlogd zmm7, zmm5, zmm4, 0xfe
vpaddd zmm22, zmm7, zmm7
vmovdqa64 zmm23, zmmword ptr [rdi]
vpternlogd zmm2, zmm23, zmm3, 0xf4
vmovdqa64 zmm24, zmmword ptr [rdi + 192]
vpandnd zmm25, zmm6, zmm24
vmovdqa64 zmm26, zmmword ptr [rdi + 128]
vpternlogd zmm25, zmm26, zmm9, 0xf4
vmovdqa64 zmm27, zmmword ptr [rdi + 256]
vpternlogd zmm2, zmm27, zmm14, 0xf4
vpandd zmm28, zmm15, zmm13
vmovdqa64 zmm29, zmmword ptr [rdi + 320]
vpternlogd zmm25, zmm29, zmm11, 0xf4
vmovdqa64 zmm30, zmmword ptr [rdi + 384]
vpternlogd zmm2, zmm30, zmm15, 0xf4
vmovdqa64 zmm31, zmmword ptr [rdi + 448]
vpternlogd zmm25, zmm31, zmm17, 0xf4
vpternlogd zmm2, zmm19, zmmword ptr [rdi + 512], 0xf2
vpord zmm2, zmm25, zmm2
vpternlogd zmm26, zmm9, zmm2, 0x70
vpternlogd zmm0, zmm1, zmm2, 0x70
vpternlogd zmm27, zmm14, zmm2, 0x70
vpternlogd zmm24, zmm6, zmm2, 0x70
vpandd zmm25, zmm3, zmm2
vpandnd zmm25, zmm25, zmm23
vpandd zmm23, zmm11, zmm2
vmovdqa64 zmmword ptr [rdx], zmm20
vmovdqa64 zmm20, zmmword ptr [rdi + 576]
vpternlogd zmm20, zmm3, zmm13, 0x70
vmovdqa64 zmmword ptr [rdx + 64], zmm13
vmovdqa64 zmm13, zmm8
vpternlogd zmm13, zmm20, zmm12, 0xfe
vmovdqa64 zmmword ptr [rdx + 128], zmm4
vpaddd zmm4, zmm13, zmm13
vmovdqa64 zmmword ptr [rdx + 192], zmm5
vpsrld zmm5, zmm13, 2
vpternlogd zmm5, zmm4, zmmword ptr [rsi], 0xe4
vpandnd zmm23, zmm23, zmm29
vmovdqa64 zmm29, zmmword ptr [rdi + 1344]
vpandnd zmm4, zmm6, zmm29
vpternlogd zmm4, zmm9, zmmword ptr [rdi + 1280], 0xf2
vmovdqa64 zmmword ptr [rdx + 256], zmm8
vmovdqa64 zmm8, zmm27
vpternlogd zmm8, zmm24, zmm23, 0xfe
vpternlogd zmm21, zmm14, zmmword ptr [rdi + 1408], 0xf2
vpternlogd zmm21, zmm15, zmmword ptr [rdi + 1536], 0xf2
vpternlogd zmm4, zmm11, zmmword ptr [rdi + 1472], 0xf2
vpternlogd zmm4, zmm17, zmmword ptr [rdi + 1600], 0xf2
vpternlogd zmm21, zmm19, zmmword ptr [rdi + 1664], 0xf2
vpord zmm21, zmm4, zmm21
vmovdqa64 zmm4, zmmword ptr [rdi + 1152]
vpternlogd zmm4, zmm3, zmm21, 0x70
vpternlogd zmm30, zmm15, zmm2, 0x70
vpternlogd zmm10, zmm1, zmm21, 0x70
vpternlogd zmm31, zmm17, zmm2, 0x70
vpsrld zmm1, zmm8, 2
vmovdqa64 zmm3, zmmword ptr [rdi + 1408]
vpternlogd zmm3, zmm14, zmm21, 0x70
vmovdqa64 zmm14, zmmword ptr [rdi + 512]
vpternlogd zmm14, zmm19, zmm2, 0x70
vmovdqa64 zmmword ptr [rdx + 320], zmm2
vmovdqa64 zmm2, zmm14
vpternlogd zmm2, zmm30, zmm31, 0xfe
vmovdqa64 zmmword ptr [rdx + 384], zmm27
vpsrld zmm27, zmm2, 2
vmovdqa64 zmmword ptr [rdx + 448], zmm24
vpaddd zmm24, zmm2, zmm2
vmovdqa64 zmmword ptr [rdx + 512], zmm23
vmovdqa64 zmm23, zmmword ptr [rdi + 1536]
vpternlogd zmm23, zmm15, zmm21, 0x70
vpandnd zmm28, zmm28, zmmword ptr [rdi + 960]
vmovdqa64 zmm15, zmm18
vpternlogd zmm15, zmm28, zmm16, 0xfe
vmovdqa64 zmmword ptr [rdx + 576], zmm18
vmovdqa64 zmm18, zmmword ptr [rdi + 1664]
vpternlogd zmm18, zmm19, zmm21, 0x70
vpsrld zmm19, zmm15, 2
vpternlogd zmm29, zmm6, zmm21, 0x70
vmovdqa64 zmm6, zmmword ptr [rdi + 1472]
vpternlogd zmm6, zmm11, zmm21, 0x70
vmovdqa64 zmm11, zmm6
vpternlogd zmm11, zmm29, zmm3, 0xfe
vmovdqa64 zmmword ptr [rdx + 640], zmm6
vpaddd zmm6, zmm8, zmm8
vpternlogd zmm1, zmm6, zmmword ptr [rsi], 0xe4
vpandd zmm6, zmm9, zmm21
vpandnd zmm6, zmm6, zmmword ptr [rdi + 1280]
vpord zmm9, zmm4, zmm10
vpord zmm9, zmm6, zmm9
vpternlogd zmm27, zmm24, zmmword ptr [rsi], 0xe4
vpandd zmm24, zmm17, zmm21
vpandd zmm17, zmm2, zmm1
vpandnd zmm24, zmm24, zmmword ptr [rdi + 1600]
vpternlogd zmm17, zmm8, zmm27, 0xf8
vmovdqa64 zmmword ptr [rdx + 704], zmm21
vmovdqa64 zmm21, zmm24
vpternlogd zmm21, zmm23, zmm18, 0xfe
vmovdqa64 zmmword ptr [rdx + 768], zmm24
vpord zmm24, zmm25, zmm0
vmovdqa64 zmmword ptr [rdx + 832], zmm18
vpsrld zmm18, zmm7, 2
vpternlogd zmm18, zmm22, zmmword ptr [rsi], 0xe4
vpord zmm24, zmm26, zmm24
vpaddd zmm22, zmm24, zmm24
vmovdqa64 zmmword ptr [rdx + 896], zmm23
vpsrld zmm23, zmm24, 2
vmovdqa64 zmmword ptr [rdx + 960], zmm6
vpaddd zmm6, zmm15, zmm15
vpternlogd zmm23, zmm22, zmmword ptr [rsi], 0xe4
vpandd zmm8, zmm8, zmm23
vpternlogd zmm1, zmm24, zmm8, 0xea
vpandd zmm23, zmm2, zmm23
vmovdqa64 zmm2, zmmword ptr [rsi]
vpternlogd zmm19, zmm2, zmm6, 0xe2
vpternlogd zmm24, zmm27, zmm23, 0xea
vpaddd zmm23, zmm24, zmm24
vpandd zmm27, zmm13, zmm18
vpandd zmm6, zmm7, zmm19
vpsrld zmm8, zmm17, 2
vpsrld zmm22, zmm9, 2
vpandd zmm18, zmm15, zmm18
vpaddd zmm17, zmm17, zmm17
vpternlogd zmm8 {k1}{z}, zmm2, zmm17, 0x1d
vpord zmm18, zmm6, zmm18
vpaddd zmm6, zmm9, zmm9
vpternlogd zmm22, zmm2, zmm6, 0xe2
vpandd zmm15, zmm15, zmm5
vpsrld zmm6, zmm11, 2
vpternlogd zmm13, zmm19, zmm15, 0xea
vpaddd zmm15, zmm11, zmm11
vpandd zmm5, zmm7, zmm5
vpaddd zmm7, zmm13, zmm13
vpternlogd zmm6, zmm2, zmm15, 0xe2
vpaddd zmm15, zmm21, zmm21
vpord zmm5, zmm27, zmm5
vpsrld zmm27, zmm21, 2
vpsrld zmm24, zmm24, 2
vpaddd zmm19, zmm1, zmm1
vpternlogd zmm27, zmm2, zmm15, 0xe2
vpternlogd zmm24 {k1}{z}, zmm2, zmm23, 0x1d
vpsrld zmm23, zmm5, 2
vpaddd zmm5, zmm5, zmm5
vpsrld zmm15, zmm18, 2
vpternlogd zmm23 {k1}{z}, zmm2, zmm5, 0x1d
vpsrld zmm1, zmm1, 2
vpandd zmm5, zmm21, zmm6
vpaddd zmm18, zmm18, zmm18
vpternlogd zmm5, zmm11, zmm27, 0xf8
vpternlogd zmm15 {k1}{z}, zmm2, zmm18, 0x1d
vpandnd zmm20, zmm15, zmm20
vpandnd zmm12, zmm15, zmm12
vpternlogd zmm1 {k1}{z}, zmm2, zmm19, 0x1d
vpandnd zmm30, zmm1, zmm30
vpandnd zmm31, zmm1, zmm31
vpandnd zmm1, zmm1, zmm14
vpandnd zmm0, zmm8, zmm0
vpandnd zmm25, zmm8, zmm25
vpandnd zmm14, zmm24, zmmword ptr [rdx + 512]
vpandnd zmm8, zmm8, zmm26
vmovdqa64 zmm26, zmm1
vpternlogd zmm26, zmm8, zmm14, 0xfe
vpaddd zmm19, zmm5, zmm5
vpandd zmm11, zmm11, zmm22
vpsrld zmm13, zmm13, 2
vpandnd zmm18, zmm24, zmmword ptr [rdx + 448]
vpandnd zmm15, zmm15, zmmword ptr [rdx + 256]
vpternlogd zmm13 {k1}{z}, zmm2, zmm7, 0x1d
vmovdqa64 zmm7, zmm18
vpternlogd zmm7, zmm25, zmm30, 0xfe
vpandnd zmm17, zmm13, zmmword ptr [rdx + 192]
vpandnd zmm24, zmm24, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdx + 512], zmm18
vmovdqa64 zmm18, zmm31
vpternlogd zmm18, zmm0, zmm24, 0xfe
vmovdqa64 zmmword ptr [rdx + 448], zmm1
vpslld zmm1, zmm7, 3
vpandd zmm6, zmm9, zmm6
vpord zmm11, zmm6, zmm11
vpsrld zmm6, zmm11, 2
vpandd zmm22, zmm21, zmm22
vpternlogd zmm9, zmm27, zmm22, 0xea
vpandnd zmm22, zmm13, zmmword ptr [rdx + 128]
vpaddd zmm11, zmm11, zmm11
vpternlogd zmm6 {k1}{z}, zmm2, zmm11, 0x1d
vpandnd zmm28, zmm23, zmm28
vpsrld zmm11, zmm9, 2
vpsrld zmm27, zmm18, 6
vpaddd zmm9, zmm9, zmm9
vpternlogd zmm11 {k1}{z}, zmm2, zmm9, 0x1d
vpandnd zmm29, zmm11, zmm29
vpandnd zmm3, zmm11, zmm3
vpsrld zmm5, zmm5, 2
vpternlogd zmm2 {k1}{z}, zmm5, zmm19, 0x35
vpandnd zmm4, zmm2, zmm4
vpandnd zmm16, zmm23, zmm16
vpandnd zmm10, zmm2, zmm10
vmovdqa64 zmm19, zmm17
vpternlogd zmm19, zmm20, zmm28, 0xfe
vpsrld zmm5, zmm19, 6
vpandnd zmm23, zmm23, zmmword ptr [rdx + 576]
vpandnd zmm13, zmm13, zmmword ptr [rdx]
vmovdqa64 zmm9, zmm12
vpternlogd zmm9, zmm22, zmm16, 0xfe
vpsrld zmm21, zmm9, 6
vmovdqa64 zmmword ptr [rdx + 256], zmm17
vpslld zmm17, zmm18, 3
vmovdqa64 zmmword ptr [rdx + 192], zmm28
vpslld zmm28, zmm9, 3
vpternlogd zmm21, zmm28, zmmword ptr [rsi + 64], 0xe4
vmovdqa64 zmm28, zmm23
vpternlogd zmm28, zmm15, zmm13, 0xfe
vmovdqa64 zmmword ptr [rdx + 384], zmm23
vpslld zmm23, zmm28, 3
vmovdqa64 zmmword ptr [rdx + 128], zmm15
vpsrld zmm15, zmm26, 6
vpandnd zmm2, zmm2, zmmword ptr [rdx + 960]
vmovdqa64 zmmword ptr [rdx + 576], zmm12
vpslld zmm12, zmm26, 3
vmovdqa64 zmmword ptr [rdx], zmm13
vpandnd zmm13, zmm6, zmmword ptr [rdx + 896]
vmovdqa64 zmmword ptr [rdx + 960], zmm30
vmovdqa64 zmm30, zmm29
vpternlogd zmm30, zmm4, zmm13, 0xfe
vmovdqa64 zmmword ptr [rdx + 896], zmm29
vmovdqa64 zmm29, zmmword ptr [rsi + 64]
vpternlogd zmm15, zmm29, zmm12, 0xe2
vpsrld zmm12, zmm7, 6
vpternlogd zmm12, zmm29, zmm1, 0xe2
vpandd zmm1, zmm26, zmm12
vpternlogd zmm1, zmm7, zmm15, 0xf8
vpternlogd zmm27, zmm29, zmm17, 0xe2
vpandd zmm17, zmm26, zmm27
vpternlogd zmm15, zmm18, zmm17, 0xea
vpsrld zmm17, zmm15, 6
vpandd zmm12, zmm18, zmm12
vpternlogd zmm27, zmm7, zmm12, 0xea
vpslld zmm12, zmm30, 3
vpandnd zmm11, zmm11, zmmword ptr [rdx + 640]
vmovdqa64 zmmword ptr [rdx + 640], zmm13
vpandnd zmm13, zmm6, zmmword ptr [rdx + 832]
vmovdqa64 zmmword ptr [rdx + 832], zmm4
vmovdqa64 zmm4, zmm13
vpternlogd zmm4, zmm2, zmm11, 0xfe
vpslld zmm15, zmm15, 3
vmovdqa64 zmmword ptr [rdx + 1024], zmm13
vpsrld zmm13, zmm1, 6
vpternlogd zmm17 {k1}{z}, zmm29, zmm15, 0x1d
vpandnd zmm6, zmm6, zmmword ptr [rdx + 768]
vmovdqa64 zmm15, zmm6
vpternlogd zmm15, zmm10, zmm3, 0xfe
vmovdqa64 zmmword ptr [rdx + 768], zmm6
vpslld zmm6, zmm19, 3
vmovdqa64 zmmword ptr [rdx + 1088], zmm3
vpsrld zmm3, zmm30, 6
vpternlogd zmm3, zmm29, zmm12, 0xe2
vpternlogd zmm5, zmm29, zmm6, 0xe2
vpandd zmm6, zmm28, zmm5
vpsrld zmm12, zmm28, 6
vmovdqa64 zmmword ptr [rdx + 1152], zmm2
vpsrld zmm2, zmm15, 6
vpternlogd zmm12, zmm29, zmm23, 0xe2
vpslld zmm23, zmm15, 3
vpternlogd zmm6, zmm19, zmm12, 0xf8
vpslld zmm1, zmm1, 3
vpternlogd zmm2, zmm29, zmm23, 0xe2
vpslld zmm23, zmm4, 3
vmovdqa64 zmmword ptr [rdx + 1216], zmm11
vpandd zmm11, zmm28, zmm21
vpternlogd zmm12, zmm9, zmm11, 0xea
vpsrld zmm11, zmm12, 6
vmovdqa64 zmmword ptr [rdx + 1280], zmm28
vpsrld zmm28, zmm4, 6
vpternlogd zmm13 {k1}{z}, zmm29, zmm1, 0x1d
vpsrld zmm1, zmm27, 6
vpandd zmm5, zmm9, zmm5
vpternlogd zmm21, zmm19, zmm5, 0xea
vpternlogd zmm28, zmm29, zmm23, 0xe2
vpslld zmm27, zmm27, 3
vpandd zmm23, zmm4, zmm2
vpternlogd zmm23, zmm15, zmm28, 0xf8
vpandd zmm5, zmm4, zmm3
vpandnd zmm25, zmm17, zmm25
vpternlogd zmm28, zmm30, zmm5, 0xea
vpternlogd zmm1 {k1}{z}, zmm29, zmm27, 0x1d
vpslld zmm12, zmm12, 3
vpternlogd zmm11 {k1}{z}, zmm29, zmm12, 0x1d
vpslld zmm12, zmm6, 3
vpandd zmm2, zmm30, zmm2
vpandnd zmm0, zmm13, zmm0
vpandnd zmm24, zmm13, zmm24
vpsrld zmm27, zmm28, 6
vpsrld zmm6, zmm6, 6
vpternlogd zmm6 {k1}{z}, zmm29, zmm12, 0x1d
vpandd zmm3, zmm15, zmm3
vpsrld zmm12, zmm21, 6
vpord zmm3, zmm2, zmm3
vpslld zmm21, zmm21, 3
vpslld zmm28, zmm28, 3
vpternlogd zmm27 {k1}{z}, zmm29, zmm28, 0x1d
vpsrld zmm28, zmm23, 6
vpandnd zmm8, zmm1, zmm8
vpandnd zmm22, zmm6, zmm22
vpternlogd zmm12 {k1}{z}, zmm29, zmm21, 0x1d
vpslld zmm23, zmm23, 3
vpandnd zmm14, zmm1, zmm14
vpord zmm21, zmm25, zmm0
vpandnd zmm16, zmm6, zmm16
vpord zmm21, zmm8, zmm21
vpandnd zmm31, zmm13, zmm31
vpternlogd zmm28 {k1}{z}, zmm29, zmm23, 0x1d
vpandnd zmm20, zmm11, zmm20
vpandnd zmm23, zmm17, zmmword ptr [rdx + 960]
vpandnd zmm13, zmm13, zmm18
vpslld zmm18, zmm3, 3
vpandnd zmm2, zmm12, zmmword ptr [rdx]
vpandnd zmm5, zmm1, zmmword ptr [rdx + 448]
vmovdqa64 zmmword ptr [rdx + 960], zmm8
vmovdqa64 zmm8, zmm5
vpternlogd zmm8, zmm23, zmm31, 0xfe
vpandnd zmm1, zmm1, zmm26
vpandnd zmm26, zmm6, zmmword ptr [rdx + 576]
vpsrld zmm3, zmm3, 6
vpandnd zmm7, zmm17, zmm7
vpternlogd zmm29 {k1}{z}, zmm3, zmm18, 0x35
vpandnd zmm18, zmm11, zmmword ptr [rdx + 192]
vpandnd zmm10, zmm27, zmm10
vpandnd zmm3, zmm12, zmmword ptr [rdx + 128]
vmovdqa64 zmmword ptr [rdx], zmm5
vmovdqa64 zmm5, zmm3
vpternlogd zmm5, zmm20, zmm26, 0xfe
vpandnd zmm17, zmm17, zmmword ptr [rdx + 512]
vpternlogd zmm7, zmm13, zmm1, 0xe8
vpandnd zmm19, zmm11, zmm19
vpandnd zmm6, zmm6, zmm9
vpord zmm9, zmm17, zmm24
vpandnd zmm11, zmm11, zmmword ptr [rdx + 256]
vmovdqa64 zmm1, zmm2
vpternlogd zmm1, zmm11, zmm22, 0xfe
vpandnd zmm13, zmm28, zmmword ptr [rdx + 832]
vpord zmm9, zmm14, zmm9
vmovdqa64 zmmword ptr [rdx + 448], zmm31
vmovdqa64 zmm31, zmm8
vpternlogd zmm31, zmm21, zmm9, 0xe8
vmovdqa64 zmmword ptr [rdx + 576], zmm8
vpandnd zmm8, zmm29, zmmword ptr [rdx + 1216]
vmovdqa64 zmmword ptr [rdx + 192], zmm9
vpandnd zmm9, zmm12, zmmword ptr [rdx + 1280]
vpternlogd zmm19, zmm6, zmm9, 0xe8
vpandnd zmm9, zmm29, zmmword ptr [rdx + 1152]
vmovdqa64 zmm6, zmm9
vpternlogd zmm6, zmm13, zmm10, 0xfe
vpandnd zmm12, zmm12, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdx + 128], zmm21
vpandnd zmm21, zmm28, zmmword ptr [rdx + 640]
vmovdqa64 zmmword ptr [rdx + 512], zmm23
vmovdqa64 zmm23, zmm12
vpternlogd zmm23, zmm18, zmm16, 0xfe
vmovdqa64 zmmword ptr [rdx + 256], zmm12
vmovdqa64 zmm12, zmm23
vpternlogd zmm12, zmm5, zmm1, 0xe8
vpord zmm19 {k1}{z}, zmm12, zmm19
vpandd zmm12, zmm19, zmmword ptr [rdx + 64]
vmovdqa64 zmmword ptr [rdx + 832], zmm23
vpandnd zmm23, zmm29, zmmword ptr [rdx + 1024]
vmovdqa64 zmmword ptr [rdx + 1216], zmm1
vpandnd zmm1, zmm27, zmmword ptr [rdx + 1088]
vmovdqa64 zmmword ptr [rdx + 1280], zmm5
vpandnd zmm5, zmm27, zmmword ptr [rdx + 768]
vmovdqa64 zmmword ptr [rdx + 1152], zmm16
vmovdqa64 zmm16, zmm23
vpternlogd zmm16, zmm21, zmm5, 0xfe
vmovdqa64 zmmword ptr [rdx + 384], zmm23
vpandnd zmm23, zmm28, zmmword ptr [rdx + 896]
vmovdqa64 zmmword ptr [rdx + 640], zmm5
vmovdqa64 zmm5, zmm8
vpternlogd zmm5, zmm23, zmm1, 0xfe
vpord zmm7 {k1}{z}, zmm31, zmm7
vpandd zmm31, zmm7, zmmword ptr [rdx + 320]
vmovdqa64 zmmword ptr [rdx + 64], zmm21
vmovdqa64 zmm21, zmm16
vpternlogd zmm21, zmm6, zmm5, 0xe8
vpord zmm12, zmm31, zmm12
vpandnd zmm29, zmm29, zmm4
vpandnd zmm28, zmm28, zmm30
vpandnd zmm27, zmm27, zmm15
vpternlogd zmm28, zmm27, zmm29, 0xe8
vpord zmm28 {k1}{z}, zmm21, zmm28
vpandd zmm21, zmm28, zmmword ptr [rdx + 704]
vpandnd zmm29, zmm19, zmm20
vpternlogd zmm29, zmm25, zmm7, 0xf4
vpternlogd zmm29, zmm13, zmm28, 0xf4
vpslld zmm27, zmm29, 5
vpshldd zmm15, zmm29, zmm27, 9
vpshldd zmm27, zmm29, zmm27, 18
vpternlogd zmm15, zmm29, zmm27, 0xfe
vpandd zmm27, zmm19, zmm15
vpandnd zmm27, zmm27, zmm20
vpandd zmm20, zmm28, zmm15
vpandnd zmm20, zmm20, zmm13
vmovdqa64 zmmword ptr [rdi + 1152], zmm20
vpandd zmm15, zmm7, zmm15
vpandnd zmm15, zmm15, zmm25
vmovdqa64 zmmword ptr [rdi], zmm15
vmovdqa64 zmm25, zmm20
vpternlogd zmm25, zmm15, zmm27, 0xfe
vpandnd zmm13, zmm19, zmm26
vpternlogd zmm13, zmm0, zmm7, 0xf4
vmovdqa64 zmmword ptr [rdi + 576], zmm27
vpternlogd zmm13, zmm10, zmm28, 0xf4
vpslld zmm30, zmm13, 5
vpternlogd zmm15, zmm27, zmm20, 0xe8
vpandnd zmm20, zmm19, zmm3
vmovdqa64 zmm27, zmmword ptr [rdx + 960]
vpternlogd zmm20, zmm27, zmm7, 0xf4
vpternlogd zmm20, zmm9, zmm28, 0xf4
vpandnd zmm4, zmm19, zmm11
vpslld zmm31, zmm20, 5
vmovdqa64 zmmword ptr [rdx + 1024], zmm21
vpshldd zmm21, zmm20, zmm31, 18
vpshldd zmm31, zmm20, zmm31, 9
vpternlogd zmm31, zmm20, zmm21, 0xfe
vpandd zmm21, zmm7, zmm31
vpternlogd zmm3, zmm19, zmm31, 0x70
vmovdqa64 zmmword ptr [rdi + 704], zmm3
vpandnd zmm21, zmm21, zmm27
vmovdqa64 zmmword ptr [rdi + 128], zmm21
vpternlogd zmm4, zmm17, zmm7, 0xf4
vpternlogd zmm4, zmm23, zmm28, 0xf4
vpslld zmm27, zmm25, 5
vmovdqa64 zmmword ptr [rdx + 1088], zmm20
vpshldd zmm20, zmm13, zmm30, 9
vpshldd zmm30, zmm13, zmm30, 18
vmovdqa64 zmmword ptr [rdx + 768], zmm12
vpslld zmm12, zmm4, 5
vpandd zmm31, zmm28, zmm31
vmovdqa64 zmmword ptr [rdx + 896], zmm29
vpandnd zmm29, zmm19, zmm22
vmovdqa64 zmmword ptr [rdx + 320], zmm16
vpshldd zmm16, zmm4, zmm12, 9
vpternlogd zmm29, zmm24, zmm7, 0xf4
vpshldd zmm12, zmm4, zmm12, 18
vpternlogd zmm29, zmm1, zmm28, 0xf4
vpternlogd zmm16, zmm4, zmm12, 0xfe
vpandd zmm12, zmm7, zmm16
vmovdqa64 zmmword ptr [rdx + 704], zmm4
vpandnd zmm4, zmm19, zmm2
vpternlogd zmm4, zmm14, zmm7, 0xf4
vmovdqa64 zmmword ptr [rdx + 960], zmm5
vpandd zmm5, zmm19, zmm16
vpandnd zmm5, zmm5, zmm11
vpternlogd zmm4, zmm8, zmm28, 0xf4
vmovdqa64 zmmword ptr [rdi + 768], zmm5
vpslld zmm11, zmm29, 5
vpternlogd zmm20, zmm13, zmm30, 0xfe
vpshldd zmm30, zmm29, zmm11, 9
vpandnd zmm12, zmm12, zmm17
vmovdqa64 zmmword ptr [rdi + 192], zmm12
vpshldd zmm17, zmm25, zmm27, 9
vmovdqa64 zmmword ptr [rdx + 1344], zmm13
vpslld zmm13, zmm4, 5
vpternlogd zmm26, zmm19, zmm20, 0x70
vmovdqa64 zmmword ptr [rdi + 640], zmm26
vmovdqa64 zmmword ptr [rdx + 1408], zmm6
vpshldd zmm6, zmm4, zmm13, 18
vpandnd zmm31, zmm31, zmm9
vmovdqa64 zmmword ptr [rdi + 1280], zmm31
vmovdqa64 zmm9, zmm31
vpternlogd zmm9, zmm21, zmm3, 0xe8
vpshldd zmm13, zmm4, zmm13, 9
vpternlogd zmm13, zmm4, zmm6, 0xfe
vpandd zmm6, zmm19, zmm13
vpandnd zmm6, zmm6, zmm2
vmovdqa64 zmmword ptr [rdi + 896], zmm6
vpshldd zmm11, zmm29, zmm11, 18
vpternlogd zmm30, zmm29, zmm11, 0xfe
vpord zmm15, zmm17, zmm15
vpandd zmm17, zmm7, zmm30
vpandd zmm11, zmm7, zmm20
vpternlogd zmm22, zmm19, zmm30, 0x70
vpandnd zmm11, zmm11, zmm0
vmovdqa64 zmmword ptr [rdi + 64], zmm11
vmovdqa64 zmmword ptr [rdi + 832], zmm22
vpandnd zmm17, zmm17, zmm24
vmovdqa64 zmmword ptr [rdi + 256], zmm17
vpandnd zmm24, zmm19, zmm18
vpternlogd zmm24, zmm7, zmmword ptr [rdx + 512], 0xf2
vpternlogd zmm24, zmm28, zmmword ptr [rdx + 64], 0xf2
vpandnd zmm0, zmm19, zmmword ptr [rdx + 1152]
vpandd zmm20, zmm28, zmm20
vpternlogd zmm0, zmm7, zmmword ptr [rdx + 448], 0xf2
vpandd zmm16, zmm28, zmm16
vpternlogd zmm0, zmm28, zmmword ptr [rdx + 640], 0xf2
vpshldd zmm27, zmm25, zmm27, 18
vpord zmm15, zmm27, zmm15
vpslld zmm27, zmm24, 5
vpxord zmm2, zmm15, zmmword ptr [rdi + 1728]
vmovdqa64 zmmword ptr [rdi + 1728], zmm15
vpandnd zmm16, zmm16, zmm23
vmovdqa64 zmmword ptr [rdi + 1344], zmm16
vmovdqa64 zmm23, zmm16
vpternlogd zmm23, zmm12, zmm5, 0xfe
vpord zmm3, zmm21, zmm3
vpord zmm3, zmm31, zmm3
vpternlogd zmm12, zmm5, zmm16, 0xe8
vpslld zmm16, zmm3, 5
vpshldd zmm5, zmm3, zmm16, 18
vpshldd zmm16, zmm3, zmm16, 9
vpord zmm9, zmm16, zmm9
vpandnd zmm16, zmm19, zmmword ptr [rdx + 256]
vpternlogd zmm16, zmm7, zmmword ptr [rdx], 0xf2
vpternlogd zmm16, zmm28, zmmword ptr [rdx + 384], 0xf2
vpslld zmm31, zmm16, 5
vpshldd zmm21, zmm24, zmm27, 18
vmovdqa64 zmmword ptr [rdx + 1472], zmm4
vpshldd zmm4, zmm16, zmm31, 9
vpshldd zmm31, zmm16, zmm31, 18
vpternlogd zmm4, zmm16, zmm31, 0xfe
vpandd zmm31, zmm28, zmm13
vpandnd zmm20, zmm20, zmm10
vmovdqa64 zmmword ptr [rdi + 1216], zmm20
vmovdqa64 zmm10, zmm20
vpternlogd zmm10, zmm11, zmm26, 0xe8
vpshldd zmm27, zmm24, zmm27, 9
vpandnd zmm31, zmm31, zmm8
vpternlogd zmm11, zmm26, zmm20, 0xfe
vmovdqa64 zmmword ptr [rdi + 1472], zmm31
vpternlogd zmm27, zmm24, zmm21, 0xfe
vpslld zmm21, zmm11, 5
vpshldd zmm20, zmm11, zmm21, 18
vpshldd zmm21, zmm11, zmm21, 9
vpord zmm10, zmm21, zmm10
vpandd zmm21, zmm7, zmm27
vpternlogd zmm18, zmm19, zmm27, 0x70
vmovdqa64 zmmword ptr [rdi + 960], zmm18
vpord zmm10, zmm20, zmm10
vpord zmm9, zmm5, zmm9
vpxord zmm5, zmm10, zmmword ptr [rdi + 1792]
vmovdqa64 zmmword ptr [rdi + 1792], zmm10
vpandd zmm20, zmm11, zmm10
vpternlogd zmm20, zmm25, zmm15, 0xf8
vpord zmm5, zmm2, zmm5
vpternlogd zmm20, zmm3, zmm9, 0xf8
vpslld zmm2, zmm0, 5
vpternlogd zmm5, zmm9, zmmword ptr [rdi + 1856], 0xf6
vmovdqa64 zmmword ptr [rdi + 1856], zmm9
vpshldd zmm26, zmm0, zmm2, 18
vpshldd zmm2, zmm0, zmm2, 9
vpternlogd zmm2, zmm0, zmm26, 0xfe
vpandd zmm26, zmm7, zmm2
vpandnd zmm26, zmm26, zmmword ptr [rdx + 448]
vmovdqa64 zmmword ptr [rdi + 448], zmm26
vpandnd zmm21, zmm21, zmmword ptr [rdx + 512]
vmovdqa64 zmmword ptr [rdi + 384], zmm21
vpandd zmm8, zmm7, zmm4
vpandd zmm13, zmm7, zmm13
vpandnd zmm13, zmm13, zmm14
vmovdqa64 zmmword ptr [rdi + 320], zmm13
vmovdqa64 zmm14, zmm31
vpternlogd zmm14, zmm13, zmm6, 0xe8
vpandd zmm27, zmm28, zmm27
vpandnd zmm27, zmm27, zmmword ptr [rdx + 64]
vmovdqa64 zmmword ptr [rdi + 1536], zmm27
vmovdqa64 zmm7, zmm27
vpternlogd zmm7, zmm21, zmm18, 0xfe
vpternlogd zmm21, zmm18, zmm27, 0xe8
vpternlogd zmm13, zmm6, zmm31, 0xfe
vpandd zmm31, zmm28, zmm2
vpslld zmm6, zmm7, 5
vpandd zmm30, zmm28, zmm30
vpslld zmm27, zmm13, 5
vpandd zmm28, zmm28, zmm4
vpshldd zmm18, zmm13, zmm27, 9
vpord zmm14, zmm18, zmm14
vpternlogd zmm2, zmm19, zmmword ptr [rdx + 1152], 0x2a
vmovdqa64 zmmword ptr [rdi + 1024], zmm2
vpshldd zmm27, zmm13, zmm27, 18
vpandnd zmm31, zmm31, zmmword ptr [rdx + 640]
vmovdqa64 zmmword ptr [rdi + 1600], zmm31
vmovdqa64 zmm18, zmm31
vpternlogd zmm18, zmm26, zmm2, 0xfe
vpternlogd zmm26, zmm2, zmm31, 0xe8
vpslld zmm31, zmm18, 5
vpshldd zmm2, zmm18, zmm31, 18
vpshldd zmm31, zmm18, zmm31, 9
vpandnd zmm30, zmm30, zmm1
vmovdqa64 zmmword ptr [rdi + 1408], zmm30
vmovdqa64 zmm1, zmm30
vpternlogd zmm1, zmm17, zmm22, 0xfe
vpternlogd zmm17, zmm22, zmm30, 0xe8
vpshldd zmm30, zmm7, zmm6, 9
vpslld zmm22, zmm1, 5
vpord zmm21, zmm30, zmm21
vpshldd zmm30, zmm1, zmm22, 9
vpshldd zmm22, zmm1, zmm22, 18
vpternlogd zmm30, zmm22, zmm17, 0xfe
vpandnd zmm8, zmm8, zmmword ptr [rdx]
vpshldd zmm6, zmm7, zmm6, 18
vpslld zmm17, zmm23, 5
vpandd zmm4, zmm19, zmm4
vpandnd zmm4, zmm4, zmmword ptr [rdx + 256]
vmovdqa64 zmmword ptr [rdi + 1088], zmm4
vpandnd zmm28, zmm28, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdi + 1664], zmm28
vmovdqa64 zmm19, zmm28
vpternlogd zmm19, zmm8, zmm4, 0xe8
vpternlogd zmm4, zmm8, zmm28, 0xfe
vmovdqa64 zmmword ptr [rdi + 512], zmm8
vpslld zmm8, zmm4, 5
vpshldd zmm28, zmm23, zmm17, 18
vpord zmm26, zmm31, zmm26
vpshldd zmm31, zmm4, zmm8, 9
vpshldd zmm17, zmm23, zmm17, 9
vpord zmm14, zmm27, zmm14
vpord zmm12, zmm17, zmm12
vpord zmm12, zmm28, zmm12
vpshldd zmm8, zmm4, zmm8, 18
vpternlogd zmm5, zmm12, zmmword ptr [rdi + 1920], 0xf6
vmovdqa64 zmmword ptr [rdi + 1920], zmm12
vpternlogd zmm20, zmm23, zmm12, 0xf8
vpord zmm26, zmm2, zmm26
vpternlogd zmm5, zmm30, zmmword ptr [rdi + 1984], 0xf6
vmovdqa64 zmmword ptr [rdi + 1984], zmm30
vpternlogd zmm20, zmm1, zmm30, 0xf8
vpord zmm19, zmm31, zmm19
vpord zmm21, zmm6, zmm21
vpternlogd zmm5, zmm14, zmmword ptr [rdi + 2048], 0xf6
vmovdqa64 zmmword ptr [rdi + 2048], zmm14
vpternlogd zmm5, zmm21, zmmword ptr [rdi + 2112], 0xf6
vpternlogd zmm20, zmm13, zmm14, 0xf8
vpternlogd zmm20, zmm7, zmm21, 0xf8
vmovdqa64 zmmword ptr [rdi + 2112], zmm21
vpternlogd zmm20, zmm18, zmm26, 0xf8
vmovdqa64 zmm6, zmmword ptr [rdx + 1280]
vmovdqa64 zmm31, zmmword ptr [rdx + 1216]
vpternlogd zmm6, zmm31, zmmword ptr [rdx + 832], 0xfe
vmovdqa64 zmm31, zmmword ptr [rdx + 1408]
vpord zmm31, zmm31, zmmword ptr [rdx + 960]
vmovdqa64 zmm2, zmmword ptr [rdx + 128]
vpord zmm2, zmm2, zmmword ptr [rdx + 192]
vpternlogd zmm2, zmm6, zmmword ptr [rdx + 576], 0xc8
vpternlogd zmm31, zmm2, zmmword ptr [rdx + 320], 0xc8
vpternlogd zmm5, zmm26, zmmword ptr [rdi + 2176], 0xf6
vmovdqa64 zmmword ptr [rdi + 2176], zmm26
vpord zmm19, zmm8, zmm19
vpandd zmm8, zmm15, zmmword ptr [rdx + 896]
vpternlogd zmm31, zmm25, zmm15, 0xe0
vpord zmm11, zmm11, zmm10
vpord zmm3, zmm3, zmm9
vpternlogd zmm31, zmm11, zmm3, 0x80
vpternlogd zmm31, zmm23, zmm12, 0xe0
vpord zmm1, zmm1, zmm30
vpord zmm13, zmm13, zmm14
vpternlogd zmm31, zmm1, zmm13, 0x80
vpternlogd zmm31, zmm7, zmm21, 0xe0
vpternlogd zmm31, zmm18, zmm26, 0xe0
vpternlogd zmm31, zmm4, zmm19, 0xe0
vmovdqa64 zmm18, zmmword ptr [rdx + 768]
vpternlogd zmm18, zmm8, zmmword ptr [rdx + 1024], 0xfe
vpternlogd zmm18, zmm10, zmmword ptr [rdx + 1344], 0xf8
vpternlogd zmm18, zmm9, zmmword ptr [rdx + 1088], 0xf8
vpternlogd zmm18, zmm12, zmmword ptr [rdx + 704], 0xf8
vpandd zmm30, zmm29, zmm30
vpandd zmm14, zmm14, zmmword ptr [rdx + 1472]
vpternlogd zmm18, zmm30, zmm14, 0xfe
vpternlogd zmm18, zmm24, zmm21, 0xf8
vpternlogd zmm18, zmm0, zmm26, 0xf8
vpternlogd zmm18, zmm16, zmm19, 0xf8
vmovdqa64 zmm16, zmmword ptr [rsi + 128]
vpternlogd zmm31, zmm18, zmm16, 0x8a
vpternlogd zmm20, zmm4, zmm19, 0xf8
vpxord zmm4, zmm19, zmmword ptr [rdi + 2240]
vmovdqa64 zmmword ptr [rdi + 2240], zmm19
vpternlogd zmm5, zmm4, zmm16, 0xa8
vptestmd k4, zmm5, zmm5
vptestmd k2, zmm31, zmm31
vptestmd k3, zmm20, zmm20
