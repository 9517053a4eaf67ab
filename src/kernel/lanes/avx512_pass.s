# The pass for sixteen lanes with AVX-512: `propagate::pass`, in an order and with
# registers that were found by search, measured on Zen 4. Made by `scripts/avx512-pass`.
#
# rdi         the group: x[0], x[1], x[2], nex, nine vectors each
# rsi         constants: LEAD, BAND, ALL
# rdx         room for vectors that no register is left for
# k1          lanes that are not frozen
# k2, k3, k4  out: dead (also of frozen lanes), open, changed

vmovdqa64 zmm0, zmmword ptr [rdi + 1728]
vmovdqa64 zmm1, zmmword ptr [rdi]
vpandnd zmm2, zmm0, zmm1
vmovdqa64 zmm3, zmmword ptr [rdi + 128]
vmovdqa64 zmm4, zmmword ptr [rdi + 1856]
vpternlogd zmm2, zmm3, zmm4, 0xf4
vmovdqa64 zmm5, zmmword ptr [rdi + 1792]
vmovdqa64 zmm6, zmmword ptr [rdi + 64]
vpandnd zmm7, zmm5, zmm6
vmovdqa64 zmm8, zmmword ptr [rdi + 192]
vmovdqa64 zmm9, zmmword ptr [rdi + 1920]
vpternlogd zmm7, zmm8, zmm9, 0xf4
vmovdqa64 zmm10, zmmword ptr [rdi + 320]
vmovdqa64 zmm11, zmmword ptr [rdi + 2048]
vpternlogd zmm7, zmm10, zmm11, 0xf4
vmovdqa64 zmm12, zmmword ptr [rdi + 448]
vmovdqa64 zmm13, zmmword ptr [rdi + 2176]
vpternlogd zmm7, zmm12, zmm13, 0xf4
vmovdqa64 zmm14, zmmword ptr [rdi + 1984]
vmovdqa64 zmm15, zmmword ptr [rdi + 256]
vpandnd zmm16, zmm14, zmm15
vpord zmm16, zmm2, zmm16
vmovdqa64 zmm2, zmmword ptr [rdi + 384]
vmovdqa64 zmm17, zmmword ptr [rdi + 2112]
vpternlogd zmm16, zmm17, zmm2, 0xf2
vmovdqa64 zmm18, zmmword ptr [rdi + 512]
vmovdqa64 zmm19, zmmword ptr [rdi + 2240]
vpternlogd zmm16, zmm19, zmm18, 0xf2
vpord zmm7, zmm16, zmm7
vpternlogd zmm1, zmm7, zmm0, 0x70
vpternlogd zmm6, zmm7, zmm5, 0x70
vpternlogd zmm3, zmm7, zmm4, 0x70
vpternlogd zmm8, zmm9, zmm7, 0x70
vpternlogd zmm15, zmm14, zmm7, 0x70
vpternlogd zmm2, zmm17, zmm7, 0x70
vpternlogd zmm12, zmm13, zmm7, 0x70
vmovdqa64 zmm16, zmmword ptr [rdi + 576]
vpandnd zmm20, zmm0, zmm16
vpternlogd zmm18, zmm19, zmm7, 0x70
vmovdqa64 zmm21, zmmword ptr [rdi + 640]
vpandnd zmm22, zmm5, zmm21
vmovdqa64 zmm23, zmmword ptr [rdi + 768]
vpternlogd zmm22, zmm9, zmm23, 0xf2
vmovdqa64 zmm24, zmmword ptr [rdi + 896]
vpternlogd zmm22, zmm11, zmm24, 0xf2
vmovdqa64 zmm25, zmmword ptr [rdi + 704]
vpandnd zmm26, zmm4, zmm25
vpord zmm26, zmm20, zmm26
vmovdqa64 zmm20, zmmword ptr [rdi + 832]
vpternlogd zmm26, zmm20, zmm14, 0xf4
vmovdqa64 zmm27, zmmword ptr [rdi + 960]
vpternlogd zmm26, zmm27, zmm17, 0xf4
vmovdqa64 zmm28, zmmword ptr [rdi + 1088]
vpternlogd zmm26, zmm19, zmm28, 0xf2
vpternlogd zmm10, zmm7, zmm11, 0x70
vmovdqa64 zmm29, zmm10
vpternlogd zmm29, zmm8, zmm15, 0xfe
vmovdqa64 zmm30, zmmword ptr [rdi + 1024]
vpandnd zmm31, zmm13, zmm30
vpord zmm31, zmm22, zmm31
vmovdqa64 zmm22, zmm18
vpternlogd zmm22, zmm2, zmm12, 0xfe
vpord zmm31, zmm26, zmm31
vpternlogd zmm16, zmm31, zmm0, 0x70
vpternlogd zmm21, zmm31, zmm5, 0x70
vpternlogd zmm25, zmm4, zmm31, 0x70
vmovdqa64 zmm26, zmm25
vpternlogd zmm26, zmm16, zmm21, 0xfe
vpternlogd zmm20, zmm31, zmm14, 0x70
vpternlogd zmm23, zmm31, zmm9, 0x70
vpternlogd zmm24, zmm11, zmm31, 0x70
vmovdqa64 zmmword ptr [rdx], zmm7
vmovdqa64 zmm7, zmm24
vpternlogd zmm7, zmm23, zmm20, 0xfe
vpternlogd zmm27, zmm31, zmm17, 0x70
vpternlogd zmm30, zmm13, zmm31, 0x70
vmovdqa64 zmmword ptr [rdx + 64], zmm24
vpandnd zmm24, zmm0, zmmword ptr [rdi + 1152]
vpternlogd zmm24, zmm4, zmmword ptr [rdi + 1280], 0xf2
vpternlogd zmm24, zmm14, zmmword ptr [rdi + 1408], 0xf2
vpternlogd zmm24, zmm17, zmmword ptr [rdi + 1536], 0xf2
vpternlogd zmm24, zmm19, zmmword ptr [rdi + 1664], 0xf2
vpternlogd zmm28, zmm31, zmm19, 0x70
vmovdqa64 zmmword ptr [rdx + 128], zmm31
vpandnd zmm31, zmm5, zmmword ptr [rdi + 1216]
vpternlogd zmm31, zmm9, zmmword ptr [rdi + 1344], 0xf2
vpternlogd zmm31, zmm11, zmmword ptr [rdi + 1472], 0xf2
vmovdqa64 zmmword ptr [rdx + 192], zmm20
vmovdqa64 zmm20, zmm28
vpternlogd zmm20, zmm30, zmm27, 0xfe
vpternlogd zmm31, zmm13, zmmword ptr [rdi + 1600], 0xf2
vmovdqa64 zmmword ptr [rdx + 256], zmm28
vpsrld zmm28, zmm29, 2
vmovdqa64 zmmword ptr [rdx + 320], zmm30
vpaddd zmm30, zmm29, zmm29
vpternlogd zmm28, zmm30, zmmword ptr [rsi], 0xe4
vpord zmm30, zmm1, zmm6
vpord zmm30, zmm30, zmm3
vmovdqa64 zmmword ptr [rdx + 384], zmm27
vpaddd zmm27, zmm30, zmm30
vmovdqa64 zmmword ptr [rdx + 448], zmm25
vpsrld zmm25, zmm22, 2
vmovdqa64 zmmword ptr [rdx + 512], zmm18
vpaddd zmm18, zmm22, zmm22
vpternlogd zmm25, zmm18, zmmword ptr [rsi], 0xe4
vpord zmm31, zmm24, zmm31
vmovdqa64 zmm24, zmmword ptr [rdi + 1152]
vpternlogd zmm24, zmm0, zmm31, 0x70
vmovdqa64 zmm18, zmmword ptr [rdi + 1216]
vpternlogd zmm18, zmm31, zmm5, 0x70
vmovdqa64 zmm0, zmmword ptr [rdi + 1280]
vpternlogd zmm0, zmm4, zmm31, 0x70
vmovdqa64 zmm4, zmm0
vpternlogd zmm4, zmm18, zmm24, 0xfe
vmovdqa64 zmm5, zmmword ptr [rdi + 1344]
vpternlogd zmm5, zmm31, zmm9, 0x70
vmovdqa64 zmm9, zmmword ptr [rdi + 1472]
vpternlogd zmm9, zmm31, zmm11, 0x70
vmovdqa64 zmm11, zmmword ptr [rdi + 1408]
vpternlogd zmm11, zmm31, zmm14, 0x70
vmovdqa64 zmm14, zmm9
vpternlogd zmm14, zmm5, zmm11, 0xfe
vmovdqa64 zmmword ptr [rdx + 576], zmm9
vmovdqa64 zmm9, zmmword ptr [rdi + 1536]
vpternlogd zmm9, zmm31, zmm17, 0x70
vmovdqa64 zmm17, zmmword ptr [rdi + 1664]
vpternlogd zmm17, zmm19, zmm31, 0x70
vpandd zmm19, zmm29, zmm25
vpternlogd zmm19, zmm28, zmm22, 0xf8
vmovdqa64 zmmword ptr [rdx + 640], zmm11
vpsrld zmm11, zmm30, 2
vpternlogd zmm11, zmm27, zmmword ptr [rsi], 0xe4
vpandd zmm22, zmm22, zmm11
vpternlogd zmm22, zmm30, zmm25, 0xf8
vpaddd zmm25, zmm22, zmm22
vpsrld zmm27, zmm26, 2
vmovdqa64 zmmword ptr [rdx + 704], zmm5
vpaddd zmm5, zmm26, zmm26
vpternlogd zmm27, zmm5, zmmword ptr [rsi], 0xe4
vpandd zmm28, zmm30, zmm28
vpternlogd zmm28, zmm11, zmm29, 0xf8
vpsrld zmm11, zmm7, 2
vpaddd zmm29, zmm7, zmm7
vmovdqa64 zmm30, zmmword ptr [rsi]
vpternlogd zmm29, zmm30, zmm11, 0xb8
vpsrld zmm11, zmm20, 2
vpandd zmm5, zmm31, zmm13
vpandnd zmm5, zmm5, zmmword ptr [rdi + 1600]
vmovdqa64 zmm13, zmm9
vpternlogd zmm13, zmm5, zmm17, 0xfe
vmovdqa64 zmmword ptr [rdx + 768], zmm31
vpsrld zmm31, zmm19, 2
vmovdqa64 zmmword ptr [rdx + 832], zmm9
vpaddd zmm9, zmm20, zmm20
vpternlogd zmm11, zmm30, zmm9, 0xe2
vpaddd zmm19, zmm19, zmm19
vpternlogd zmm31 {k1}{z}, zmm30, zmm19, 0x1d
vpandd zmm19, zmm7, zmm11
vpternlogd zmm19, zmm20, zmm29, 0xf8
vpsrld zmm22, zmm22, 2
vpternlogd zmm22 {k1}{z}, zmm25, zmm30, 0x1b
vpsrld zmm25, zmm28, 2
vpaddd zmm28, zmm28, zmm28
vpternlogd zmm25 {k1}{z}, zmm30, zmm28, 0x1d
vpandd zmm20, zmm20, zmm27
vpternlogd zmm20, zmm26, zmm11, 0xf8
vpsrld zmm11, zmm4, 2
vpaddd zmm28, zmm4, zmm4
vpternlogd zmm11, zmm28, zmm30, 0xe4
vpandd zmm29, zmm26, zmm29
vpternlogd zmm29, zmm7, zmm27, 0xf8
vpandnd zmm6, zmm31, zmm6
vpandnd zmm3, zmm31, zmm3
vpsrld zmm27, zmm19, 2
vpandnd zmm8, zmm22, zmm8
vpaddd zmm19, zmm19, zmm19
vpternlogd zmm27 {k1}{z}, zmm19, zmm30, 0x1b
vpsrld zmm19, zmm14, 2
vpandnd zmm1, zmm31, zmm1
vpandnd zmm15, zmm22, zmm15
vpaddd zmm31, zmm14, zmm14
vpternlogd zmm19, zmm31, zmm30, 0xe4
vpandnd zmm10, zmm22, zmm10
vpsrld zmm22, zmm20, 2
vpandnd zmm2, zmm25, zmm2
vmovdqa64 zmm31, zmm2
vpternlogd zmm31, zmm1, zmm8, 0xfe
vpaddd zmm20, zmm20, zmm20
vpternlogd zmm22 {k1}{z}, zmm30, zmm20, 0x1d
vpsrld zmm20, zmm13, 2
vpandnd zmm16, zmm27, zmm16
vpaddd zmm7, zmm13, zmm13
vpternlogd zmm20, zmm30, zmm7, 0xe2
vpandd zmm7, zmm14, zmm20
vpternlogd zmm7, zmm19, zmm13, 0xf8
vpaddd zmm26, zmm7, zmm7
vpsrld zmm28, zmm29, 2
vpaddd zmm29, zmm29, zmm29
vpternlogd zmm28 {k1}{z}, zmm30, zmm29, 0x1d
vpandnd zmm12, zmm25, zmm12
vmovdqa64 zmm29, zmm12
vpternlogd zmm29, zmm15, zmm6, 0xfe
vpandnd zmm23, zmm22, zmm23
vpandd zmm19, zmm4, zmm19
vpternlogd zmm19, zmm14, zmm11, 0xf8
vpsrld zmm14, zmm31, 6
vpandnd zmm21, zmm27, zmm21
vpandnd zmm25, zmm25, zmmword ptr [rdx + 512]
vmovdqa64 zmm9, zmm25
vpternlogd zmm9, zmm3, zmm10, 0xfe
vmovdqa64 zmmword ptr [rdx + 512], zmm25
vpslld zmm25, zmm31, 3
vpternlogd zmm14, zmm25, zmmword ptr [rsi + 64], 0xe4
vpandd zmm11, zmm13, zmm11
vpternlogd zmm11, zmm4, zmm20, 0xf8
vpandnd zmm27, zmm27, zmmword ptr [rdx + 448]
vpsrld zmm7, zmm7, 2
vpternlogd zmm7 {k1}{z}, zmm26, zmm30, 0x1b
vpsrld zmm26, zmm29, 6
vpandnd zmm20, zmm22, zmmword ptr [rdx + 192]
vpsrld zmm4, zmm11, 2
vpandnd zmm22, zmm22, zmmword ptr [rdx + 64]
vpslld zmm13, zmm29, 3
vmovdqa64 zmm25, zmmword ptr [rsi + 64]
vpternlogd zmm13, zmm25, zmm26, 0xb8
vpandnd zmm26, zmm28, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdx + 448], zmm12
vmovdqa64 zmm12, zmm26
vpternlogd zmm12, zmm23, zmm16, 0xfe
vpaddd zmm11, zmm11, zmm11
vpternlogd zmm4 {k1}{z}, zmm11, zmm30, 0x1b
vpandnd zmm11, zmm28, zmmword ptr [rdx + 320]
vmovdqa64 zmmword ptr [rdx + 192], zmm26
vpsrld zmm26, zmm19, 2
vmovdqa64 zmmword ptr [rdx + 64], zmm16
vpord zmm16, zmm21, zmm20
vpandnd zmm28, zmm28, zmmword ptr [rdx + 256]
vmovdqa64 zmmword ptr [rdx + 384], zmm2
vmovdqa64 zmm2, zmm28
vpternlogd zmm2, zmm27, zmm22, 0xfe
vmovdqa64 zmmword ptr [rdx + 320], zmm28
vpsrld zmm28, zmm9, 6
vpaddd zmm19, zmm19, zmm19
vpternlogd zmm30 {k1}{z}, zmm19, zmm26, 0x53
vpslld zmm19, zmm9, 3
vpternlogd zmm28, zmm25, zmm19, 0xe2
vpandd zmm19, zmm29, zmm28
vpternlogd zmm19, zmm13, zmm9, 0xf8
vpsrld zmm26, zmm19, 6
vmovdqa64 zmmword ptr [rdx + 256], zmm22
vpandd zmm22, zmm9, zmm14
vpternlogd zmm28, zmm22, zmm31, 0xec
vpandnd zmm24, zmm7, zmm24
vpord zmm16, zmm16, zmm11
vpandd zmm13, zmm31, zmm13
vpternlogd zmm13, zmm14, zmm29, 0xf8
vpandnd zmm18, zmm7, zmm18
vpandnd zmm0, zmm7, zmm0
vpsrld zmm7, zmm28, 6
vpsrld zmm14, zmm12, 6
vpslld zmm22, zmm12, 3
vpternlogd zmm14, zmm22, zmm25, 0xe4
vpandd zmm22, zmm2, zmm14
vmovdqa64 zmmword ptr [rdx + 896], zmm27
vpandnd zmm27, zmm4, zmmword ptr [rdx + 704]
vpslld zmm28, zmm28, 3
vpternlogd zmm7 {k1}{z}, zmm28, zmm25, 0x1b
vpslld zmm19, zmm19, 3
vpternlogd zmm26 {k1}{z}, zmm25, zmm19, 0x1d
vpandnd zmm19, zmm4, zmmword ptr [rdx + 640]
vpandnd zmm4, zmm4, zmmword ptr [rdx + 576]
vpandnd zmm1, zmm26, zmm1
vpsrld zmm28, zmm16, 6
vmovdqa64 zmmword ptr [rdx + 704], zmm9
vpslld zmm9, zmm16, 3
vpternlogd zmm28, zmm25, zmm9, 0xe2
vpandnd zmm5, zmm30, zmm5
vmovdqa64 zmm9, zmm5
vpternlogd zmm9, zmm18, zmm19, 0xfe
vpandnd zmm17, zmm30, zmm17
vmovdqa64 zmmword ptr [rdx + 640], zmm5
vmovdqa64 zmm5, zmm17
vpternlogd zmm5, zmm0, zmm4, 0xfe
vmovdqa64 zmmword ptr [rdx + 576], zmm17
vpsrld zmm17, zmm2, 6
vmovdqa64 zmmword ptr [rdx + 960], zmm4
vpslld zmm4, zmm2, 3
vpternlogd zmm17, zmm4, zmm25, 0xe4
vpternlogd zmm22, zmm12, zmm17, 0xf8
vpandnd zmm30, zmm30, zmmword ptr [rdx + 832]
vmovdqa64 zmm4, zmm30
vpternlogd zmm4, zmm24, zmm27, 0xfe
vpandd zmm17, zmm16, zmm17
vpternlogd zmm17, zmm2, zmm28, 0xf8
vmovdqa64 zmmword ptr [rdx + 832], zmm30
vpsrld zmm30, zmm17, 6
vpandd zmm28, zmm12, zmm28
vpternlogd zmm28, zmm14, zmm16, 0xf8
vpsrld zmm14, zmm13, 6
vpslld zmm17, zmm17, 3
vpternlogd zmm30 {k1}{z}, zmm25, zmm17, 0x1d
vpslld zmm17, zmm4, 3
vpandnd zmm6, zmm7, zmm6
vpslld zmm13, zmm13, 3
vpternlogd zmm13 {k1}{z}, zmm25, zmm14, 0x47
vpsrld zmm14, zmm4, 6
vpternlogd zmm14, zmm25, zmm17, 0xe2
vpsrld zmm17, zmm9, 6
vmovdqa64 zmmword ptr [rdx + 1024], zmm0
vpslld zmm0, zmm9, 3
vpternlogd zmm17, zmm25, zmm0, 0xe2
vpandnd zmm23, zmm30, zmm23
vpandnd zmm3, zmm13, zmm3
vmovdqa64 zmm0, zmm3
vpternlogd zmm0, zmm1, zmm6, 0xfe
vpandnd zmm8, zmm26, zmm8
vpandnd zmm10, zmm13, zmm10
vmovdqa64 zmmword ptr [rdx + 1088], zmm3
vpsrld zmm3, zmm5, 6
vmovdqa64 zmmword ptr [rdx + 1152], zmm6
vpsrld zmm6, zmm22, 6
vpandnd zmm15, zmm7, zmm15
vmovdqa64 zmmword ptr [rdx + 1216], zmm1
vpord zmm1, zmm8, zmm15
vmovdqa64 zmmword ptr [rdx + 1280], zmm15
vpslld zmm15, zmm5, 3
vpternlogd zmm3, zmm25, zmm15, 0xe2
vpandd zmm15, zmm9, zmm3
vpternlogd zmm15, zmm5, zmm17, 0xf8
vpslld zmm22, zmm22, 3
vpternlogd zmm6 {k1}{z}, zmm25, zmm22, 0x1d
vpandnd zmm21, zmm6, zmm21
vpandnd zmm20, zmm6, zmm20
vpandnd zmm11, zmm6, zmm11
vpandd zmm22, zmm5, zmm14
vpternlogd zmm22, zmm3, zmm4, 0xf8
vpandnd zmm3, zmm26, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdx + 384], zmm8
vpsrld zmm8, zmm28, 6
vpord zmm1, zmm1, zmm10
vpslld zmm28, zmm28, 3
vpternlogd zmm8 {k1}{z}, zmm25, zmm28, 0x1d
vpandnd zmm28, zmm7, zmmword ptr [rdx + 448]
vpandd zmm17, zmm4, zmm17
vpternlogd zmm17, zmm9, zmm14, 0xf8
vpandnd zmm14, zmm13, zmmword ptr [rdx + 512]
vmovdqa64 zmmword ptr [rdx + 448], zmm10
vmovdqa64 zmm10, zmm14
vpternlogd zmm10, zmm3, zmm28, 0xfe
vpternlogd zmm0, zmm10, zmm1, 0xe8
vpandnd zmm10, zmm30, zmmword ptr [rdx + 64]
vpsrld zmm1, zmm15, 6
vpandnd zmm31, zmm26, zmm31
vpslld zmm15, zmm15, 3
vpternlogd zmm1 {k1}{z}, zmm15, zmm25, 0x1b
vpandnd zmm29, zmm7, zmm29
vpandnd zmm13, zmm13, zmmword ptr [rdx + 704]
vmovdqa64 zmm7, zmm31
vpternlogd zmm7, zmm13, zmm29, 0xe8
vpternlogd zmm31, zmm29, zmm13, 0x01
vpsrld zmm13, zmm22, 6
vpslld zmm22, zmm22, 3
vpternlogd zmm13 {k1}{z}, zmm22, zmm25, 0x1b
vpandnd zmm22, zmm8, zmmword ptr [rdx + 896]
vmovdqa64 zmm29, zmm22
vpternlogd zmm29, zmm21, zmm10, 0xfe
vpandnd zmm15, zmm8, zmmword ptr [rdx + 256]
vmovdqa64 zmm26, zmm15
vpternlogd zmm26, zmm23, zmm20, 0xfe
vpord zmm7 {k1}{z}, zmm0, zmm7
vpslld zmm0, zmm17, 3
vmovdqa64 zmmword ptr [rdx + 512], zmm14
vpandd zmm14, zmm7, zmmword ptr [rdx]
vpandnd zmm24, zmm1, zmm24
vmovdqa64 zmmword ptr [rdx + 64], zmm28
vpandnd zmm28, zmm8, zmmword ptr [rdx + 320]
vmovdqa64 zmmword ptr [rdx + 704], zmm3
vpandnd zmm3, zmm30, zmmword ptr [rdx + 192]
vmovdqa64 zmmword ptr [rdx + 896], zmm15
vmovdqa64 zmm15, zmm28
vpternlogd zmm15, zmm3, zmm11, 0xfe
vpternlogd zmm29, zmm15, zmm26, 0xe8
vpandnd zmm18, zmm13, zmm18
vpandnd zmm12, zmm30, zmm12
vpandnd zmm16, zmm6, zmm16
vpandnd zmm2, zmm8, zmm2
vmovdqa64 zmm8, zmm12
vpternlogd zmm8, zmm2, zmm16, 0xe8
vpternlogd zmm2, zmm12, zmm16, 0x01
vpandnd zmm19, zmm13, zmm19
vpandnd zmm27, zmm1, zmm27
vpsrld zmm17, zmm17, 6
vpternlogd zmm25 {k1}{z}, zmm17, zmm0, 0x35
vpandnd zmm0, zmm25, zmmword ptr [rdx + 1024]
vmovdqa64 zmm17, zmm0
vpternlogd zmm17, zmm18, zmm24, 0xfe
vpandnd zmm16, zmm25, zmmword ptr [rdx + 960]
vmovdqa64 zmm12, zmm16
vpternlogd zmm12, zmm27, zmm19, 0xfe
vpandnd zmm6, zmm1, zmmword ptr [rdx + 832]
vpord zmm8 {k1}{z}, zmm29, zmm8
vpternlogd zmm14, zmm8, zmmword ptr [rdx + 128], 0xf8
vpandnd zmm29, zmm13, zmmword ptr [rdx + 640]
vpandnd zmm5, zmm25, zmm5
vpandnd zmm25, zmm25, zmmword ptr [rdx + 576]
vmovdqa64 zmm30, zmm25
vpternlogd zmm30, zmm6, zmm29, 0xfe
vpternlogd zmm12, zmm30, zmm17, 0xe8
vpandnd zmm9, zmm13, zmm9
vpandnd zmm4, zmm1, zmm4
vmovdqa64 zmm1, zmm4
vpternlogd zmm1, zmm9, zmm5, 0x01
vpternlogd zmm4, zmm5, zmm9, 0xe8
vpord zmm4 {k1}{z}, zmm12, zmm4
vpternlogd zmm14, zmm4, zmmword ptr [rdx + 768], 0xf8
vpternlogd zmm14, zmm31, zmm2, 0xfe
vmovdqa64 zmm2, zmmword ptr [rdx + 1216]
vpandnd zmm31, zmm7, zmm2
vpternlogd zmm31, zmm10, zmm8, 0xf4
vpternlogd zmm31, zmm24, zmm4, 0xf4
vpandnd zmm12, zmm7, zmmword ptr [rdx + 1152]
vpternlogd zmm12, zmm8, zmm21, 0xf2
vpslld zmm5, zmm31, 5
vpandnd zmm9, zmm4, zmm18
vpshldd zmm13, zmm31, zmm5, 9
vpord zmm9, zmm12, zmm9
vmovdqa64 zmm12, zmmword ptr [rdx + 1088]
vpandnd zmm30, zmm7, zmm12
vpternlogd zmm30, zmm22, zmm8, 0xf4
vpternlogd zmm30, zmm0, zmm4, 0xf4
vpslld zmm17, zmm30, 5
vpshldd zmm15, zmm30, zmm17, 9
vpslld zmm26, zmm9, 5
vpshldd zmm17, zmm30, zmm17, 18
vpshldd zmm5, zmm31, zmm5, 18
vpternlogd zmm13, zmm31, zmm5, 0xfe
vpternlogd zmm24, zmm13, zmm4, 0x70
vpternlogd zmm2, zmm13, zmm7, 0x70
vmovdqa64 zmmword ptr [rdi + 1152], zmm24
vpternlogd zmm15, zmm30, zmm17, 0xfe
vpternlogd zmm12, zmm7, zmm15, 0x70
vmovdqa64 zmmword ptr [rdi + 128], zmm12
vpshldd zmm17, zmm9, zmm26, 18
vmovdqa64 zmmword ptr [rdi], zmm2
vpandnd zmm5, zmm7, zmmword ptr [rdx + 384]
vpternlogd zmm5, zmm8, zmm23, 0xf2
vpternlogd zmm5, zmm27, zmm4, 0xf4
vmovdqa64 zmmword ptr [rdx + 256], zmm25
vpslld zmm25, zmm5, 5
vpternlogd zmm22, zmm8, zmm15, 0x70
vmovdqa64 zmmword ptr [rdi + 704], zmm22
vpternlogd zmm10, zmm8, zmm13, 0x70
vmovdqa64 zmm13, zmm2
vpternlogd zmm13, zmm24, zmm10, 0xfe
vpternlogd zmm2, zmm10, zmm24, 0xe8
vpslld zmm24, zmm13, 5
vmovdqa64 zmmword ptr [rdi + 576], zmm10
vpandnd zmm10, zmm7, zmmword ptr [rdx + 1280]
vpternlogd zmm10, zmm20, zmm8, 0xf4
vpternlogd zmm10, zmm4, zmm19, 0xf2
vpshldd zmm26, zmm9, zmm26, 9
vpternlogd zmm26, zmm17, zmm9, 0xfe
vmovdqa64 zmm17, zmmword ptr [rdx + 1152]
vpternlogd zmm17, zmm7, zmm26, 0x70
vmovdqa64 zmmword ptr [rdi + 64], zmm17
vpternlogd zmm21, zmm26, zmm8, 0x70
vmovdqa64 zmmword ptr [rdi + 640], zmm21
vpternlogd zmm18, zmm26, zmm4, 0x70
vmovdqa64 zmmword ptr [rdi + 1216], zmm18
vmovdqa64 zmm26, zmm18
vpternlogd zmm26, zmm17, zmm21, 0xe8
vmovdqa64 zmmword ptr [rdx], zmm28
vpshldd zmm28, zmm5, zmm25, 9
vpternlogd zmm0, zmm15, zmm4, 0x70
vmovdqa64 zmmword ptr [rdi + 1280], zmm0
vmovdqa64 zmm15, zmm12
vpternlogd zmm15, zmm22, zmm0, 0xe8
vpternlogd zmm12, zmm22, zmm0, 0xfe
vpslld zmm0, zmm12, 5
vpshldd zmm22, zmm12, zmm0, 18
vpshldd zmm0, zmm12, zmm0, 9
vpord zmm0, zmm15, zmm0
vpord zmm28, zmm5, zmm28
vpshldd zmm25, zmm5, zmm25, 18
vpord zmm21, zmm17, zmm21
vpord zmm18, zmm21, zmm18
vpslld zmm21, zmm10, 5
vpandnd zmm17, zmm7, zmmword ptr [rdx + 448]
vpternlogd zmm17, zmm8, zmmword ptr [rdx + 896], 0xf2
vpternlogd zmm17, zmm4, zmm16, 0xf2
vpshldd zmm15, zmm10, zmm21, 9
vpord zmm25, zmm28, zmm25
vpternlogd zmm27, zmm25, zmm4, 0x70
vpternlogd zmm23, zmm25, zmm8, 0x70
vmovdqa64 zmmword ptr [rdi + 768], zmm23
vmovdqa64 zmmword ptr [rdi + 1344], zmm27
vpandd zmm25, zmm25, zmm7
vpshldd zmm28, zmm13, zmm24, 9
vpord zmm28, zmm2, zmm28
vpord zmm22, zmm0, zmm22
vpternlogd zmm30, zmm12, zmm22, 0xb1
vpslld zmm12, zmm18, 5
vpshldd zmm0, zmm18, zmm12, 18
vpord zmm15, zmm10, zmm15
vpshldd zmm24, zmm13, zmm24, 18
vpandnd zmm25, zmm25, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdi + 192], zmm25
vpord zmm24, zmm28, zmm24
vpternlogd zmm31, zmm24, zmm13, 0xd1
vpshldd zmm12, zmm18, zmm12, 9
vpslld zmm13, zmm17, 5
vpshldd zmm21, zmm10, zmm21, 18
vpandnd zmm28, zmm7, zmmword ptr [rdx + 704]
vpternlogd zmm28, zmm8, zmm3, 0xf2
vpternlogd zmm28, zmm6, zmm4, 0xf4
vpord zmm12, zmm26, zmm12
vpord zmm0, zmm12, zmm0
vpternlogd zmm9, zmm18, zmm0, 0xb1
vpxord zmm18, zmm0, zmmword ptr [rdi + 1792]
vmovdqa64 zmmword ptr [rdi + 1792], zmm0
vpshldd zmm0, zmm17, zmm13, 18
vpshldd zmm13, zmm17, zmm13, 9
vpternlogd zmm13, zmm17, zmm0, 0xfe
vpternlogd zmm16, zmm13, zmm4, 0x70
vmovdqa64 zmm0, zmmword ptr [rdx + 448]
vpternlogd zmm0, zmm13, zmm7, 0x70
vmovdqa64 zmmword ptr [rdi + 1472], zmm16
vpternlogd zmm13, zmm8, zmmword ptr [rdx + 896], 0x2a
vmovdqa64 zmmword ptr [rdi + 896], zmm13
vmovdqa64 zmm12, zmm13
vpternlogd zmm12, zmm0, zmm16, 0xfe
vmovdqa64 zmmword ptr [rdi + 320], zmm0
vpternlogd zmm14, zmm1, zmm31, 0xfe
vpternlogd zmm14, zmm9, zmm30, 0xfe
vpslld zmm30, zmm28, 5
vmovdqa64 zmm9, zmmword ptr [rdx + 64]
vpandnd zmm31, zmm7, zmm9
vpternlogd zmm31, zmm11, zmm8, 0xf4
vpternlogd zmm31, zmm4, zmm29, 0xf2
vpord zmm21, zmm15, zmm21
vpternlogd zmm20, zmm21, zmm8, 0x70
vmovdqa64 zmmword ptr [rdi + 832], zmm20
vmovdqa64 zmm15, zmmword ptr [rdx + 1280]
vpternlogd zmm15, zmm21, zmm7, 0x70
vmovdqa64 zmmword ptr [rdi + 256], zmm15
vpandd zmm21, zmm21, zmm4
vpternlogd zmm25, zmm27, zmm23, 0xfe
vpternlogd zmm0, zmm16, zmm13, 0xe8
vpandnd zmm19, zmm21, zmm19
vmovdqa64 zmmword ptr [rdi + 1408], zmm19
vmovdqa64 zmm21, zmm15
vpternlogd zmm21, zmm19, zmm20, 0xfe
vpternlogd zmm15, zmm19, zmm20, 0xe8
vpslld zmm19, zmm31, 5
vpshldd zmm20, zmm31, zmm19, 18
vpshldd zmm19, zmm31, zmm19, 9
vpternlogd zmm19, zmm31, zmm20, 0xfe
vpternlogd zmm29, zmm4, zmm19, 0x70
vpternlogd zmm9, zmm19, zmm7, 0x70
vmovdqa64 zmmword ptr [rdi + 448], zmm9
vpandnd zmm20, zmm7, zmmword ptr [rdx + 512]
vpternlogd zmm20, zmm8, zmmword ptr [rdx], 0xf2
vpternlogd zmm20, zmm4, zmmword ptr [rdx + 256], 0xf2
vpslld zmm16, zmm21, 5
vpxord zmm13, zmm24, zmmword ptr [rdi + 1728]
vmovdqa64 zmmword ptr [rdi + 1728], zmm24
vpord zmm18, zmm13, zmm18
vpternlogd zmm18, zmm22, zmmword ptr [rdi + 1856], 0xf6
vmovdqa64 zmmword ptr [rdi + 1856], zmm22
vpshldd zmm22, zmm28, zmm30, 9
vpternlogd zmm11, zmm8, zmm19, 0x70
vmovdqa64 zmmword ptr [rdi + 1600], zmm29
vpslld zmm19, zmm12, 5
vpshldd zmm30, zmm28, zmm30, 18
vpternlogd zmm22, zmm30, zmm28, 0xfe
vmovdqa64 zmm30, zmmword ptr [rdx + 704]
vpternlogd zmm30, zmm7, zmm22, 0x70
vmovdqa64 zmmword ptr [rdi + 384], zmm30
vpternlogd zmm3, zmm8, zmm22, 0x70
vmovdqa64 zmmword ptr [rdi + 960], zmm3
vpternlogd zmm6, zmm22, zmm4, 0x70
vmovdqa64 zmmword ptr [rdi + 1536], zmm6
vmovdqa64 zmm22, zmm30
vpternlogd zmm22, zmm3, zmm6, 0xfe
vpternlogd zmm30, zmm6, zmm3, 0xe8
vmovdqa64 zmmword ptr [rdi + 1024], zmm11
vpshldd zmm6, zmm21, zmm16, 18
vpshldd zmm3, zmm12, zmm19, 9
vpternlogd zmm23, zmm27, zmmword ptr [rdi + 192], 0xe8
vpslld zmm27, zmm20, 5
vpshldd zmm13, zmm20, zmm27, 9
vpshldd zmm27, zmm20, zmm27, 18
vpord zmm13, zmm20, zmm13
vpshldd zmm16, zmm21, zmm16, 9
vpternlogd zmm6, zmm16, zmm15, 0xfe
vpternlogd zmm10, zmm21, zmm6, 0xb1
vpslld zmm21, zmm22, 5
vpslld zmm16, zmm25, 5
vpord zmm27, zmm13, zmm27
vmovdqa64 zmm13, zmmword ptr [rdx + 256]
vpternlogd zmm13, zmm4, zmm27, 0x70
vmovdqa64 zmmword ptr [rdi + 1664], zmm13
vmovdqa64 zmm15, zmmword ptr [rdx + 512]
vpternlogd zmm15, zmm27, zmm7, 0x70
vmovdqa64 zmmword ptr [rdi + 512], zmm15
vpternlogd zmm27, zmm8, zmmword ptr [rdx], 0x2a
vmovdqa64 zmm24, zmm15
vpternlogd zmm24, zmm13, zmm27, 0xfe
vpternlogd zmm15, zmm27, zmm13, 0xe8
vmovdqa64 zmmword ptr [rdi + 1088], zmm27
vmovdqa64 zmm27, zmm29
vpternlogd zmm27, zmm9, zmm11, 0xe8
vpslld zmm13, zmm24, 5
vpshldd zmm19, zmm12, zmm19, 18
vpshldd zmm1, zmm25, zmm16, 18
vpord zmm3, zmm0, zmm3
vpshldd zmm0, zmm24, zmm13, 9
vpord zmm11, zmm9, zmm11
vpshldd zmm9, zmm22, zmm21, 9
vpshldd zmm13, zmm24, zmm13, 18
vpshldd zmm16, zmm25, zmm16, 9
vpord zmm16, zmm23, zmm16
vpord zmm1, zmm16, zmm1
vpxord zmm16, zmm1, zmmword ptr [rdi + 1920]
vpord zmm16, zmm18, zmm16
vpternlogd zmm16, zmm6, zmmword ptr [rdi + 1984], 0xf6
vmovdqa64 zmmword ptr [rdi + 1984], zmm6
vpternlogd zmm5, zmm1, zmm25, 0xd1
vpternlogd zmm14, zmm5, zmm10, 0xfe
vmovdqa64 zmmword ptr [rdi + 1920], zmm1
vpshldd zmm21, zmm22, zmm21, 18
vpord zmm29, zmm11, zmm29
vpslld zmm11, zmm29, 5
vpshldd zmm1, zmm29, zmm11, 9
vpshldd zmm11, zmm29, zmm11, 18
vpord zmm1, zmm27, zmm1
vpord zmm11, zmm1, zmm11
vpternlogd zmm29, zmm31, zmm11, 0x8d
vpord zmm9, zmm30, zmm9
vpord zmm21, zmm9, zmm21
vpternlogd zmm28, zmm21, zmm22, 0xd1
vpord zmm19, zmm3, zmm19
vpternlogd zmm17, zmm12, zmm19, 0xb1
vpternlogd zmm14, zmm17, zmm28, 0xfe
vpternlogd zmm16, zmm19, zmmword ptr [rdi + 2048], 0xf6
vpternlogd zmm16, zmm21, zmmword ptr [rdi + 2112], 0xf6
vmovdqa64 zmmword ptr [rdi + 2112], zmm21
vpternlogd zmm16, zmm11, zmmword ptr [rdi + 2176], 0xf6
vmovdqa64 zmmword ptr [rdi + 2176], zmm11
vmovdqa64 zmmword ptr [rdi + 2048], zmm19
vpord zmm0, zmm15, zmm0
vpord zmm13, zmm0, zmm13
vpternlogd zmm16, zmm13, zmmword ptr [rdi + 2240], 0xf6
vmovdqa64 zmmword ptr [rdi + 2240], zmm13
vpternlogd zmm20, zmm24, zmm13, 0xb1
vpternlogd zmm14, zmm29, zmm20, 0xfe
vpternlogd zmm7, zmm4, zmm8, 0xfe
vmovdqa64 zmm4, zmmword ptr [rsi + 128]
vptestmd k4, zmm16, zmm4
vptestmd k3, zmm7, zmm7
vptestmd k2, zmm14, zmm4
