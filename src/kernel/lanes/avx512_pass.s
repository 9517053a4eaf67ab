# The pass for sixteen lanes with AVX-512: `propagate::pass`, in an order and with
# registers that were found by search, measured on Zen 4 and then on Zen 5. Made by
# `scripts/lane-pass`.
#
# rdi         the group: x[0], x[1], x[2], nex, nine vectors each
# rsi         constants: LEAD, BAND, ALL
# rdx         room for vectors that no register is left for
# k1          lanes that are not frozen
# k2, k3, k4  out: dead (also of frozen lanes), open, changed

vmovdqa64 zmm0, zmmword ptr [rdi + 1984]
vpandnd zmm1, zmm0, zmmword ptr [rdi + 256]
vmovdqa64 zmm2, zmmword ptr [rdi + 1728]
vpandnd zmm3, zmm2, zmmword ptr [rdi]
vmovdqa64 zmm4, zmmword ptr [rdi + 1792]
vpandnd zmm5, zmm4, zmmword ptr [rdi + 64]
vmovdqa64 zmm6, zmmword ptr [rdi + 1920]
vpternlogd zmm5, zmm6, zmmword ptr [rdi + 192], 0xf2
vmovdqa64 zmm7, zmmword ptr [rdi + 1856]
vpternlogd zmm3, zmm7, zmmword ptr [rdi + 128], 0xf2
vmovdqa64 zmm8, zmmword ptr [rdi + 2048]
vpandnd zmm9, zmm8, zmmword ptr [rdi + 320]
vpord zmm1, zmm3, zmm1
vmovdqa64 zmm3, zmmword ptr [rdi + 2112]
vpternlogd zmm1, zmm3, zmmword ptr [rdi + 384], 0xf2
vpord zmm9, zmm5, zmm9
vmovdqa64 zmm5, zmmword ptr [rdi + 2240]
vpternlogd zmm1, zmm5, zmmword ptr [rdi + 512], 0xf2
vmovdqa64 zmm10, zmmword ptr [rdi + 2176]
vpternlogd zmm9, zmm10, zmmword ptr [rdi + 448], 0xf2
vmovdqa64 zmm11, zmmword ptr [rdi + 576]
vpandnd zmm12, zmm2, zmm11
vmovdqa64 zmm13, zmmword ptr [rdi + 704]
vpternlogd zmm12, zmm13, zmm7, 0xf4
vmovdqa64 zmm14, zmmword ptr [rdi + 832]
vpternlogd zmm12, zmm14, zmm0, 0xf4
vmovdqa64 zmm15, zmmword ptr [rdi + 640]
vpandnd zmm16, zmm4, zmm15
vpternlogd zmm12, zmm3, zmmword ptr [rdi + 960], 0xf2
vmovdqa64 zmm17, zmmword ptr [rdi + 768]
vpternlogd zmm16, zmm17, zmm6, 0xf4
vmovdqa64 zmm18, zmmword ptr [rdi + 1024]
vpandnd zmm19, zmm10, zmm18
vmovdqa64 zmm20, zmmword ptr [rdi + 896]
vpternlogd zmm16, zmm8, zmm20, 0xf2
vmovdqa64 zmm21, zmmword ptr [rdi + 1088]
vpternlogd zmm12, zmm5, zmm21, 0xf2
vpord zmm19, zmm16, zmm19
vmovdqa64 zmm16, zmmword ptr [rdi + 1152]
vpandnd zmm22, zmm2, zmm16
vpternlogd zmm22, zmm7, zmmword ptr [rdi + 1280], 0xf2
vpord zmm19, zmm12, zmm19
vpternlogd zmm15, zmm4, zmm19, 0x70
vpternlogd zmm13, zmm7, zmm19, 0x70
vmovdqa64 zmm12, zmmword ptr [rdi + 1216]
vpandnd zmm23, zmm4, zmm12
vpternlogd zmm14, zmm19, zmm0, 0x70
vpternlogd zmm11, zmm2, zmm19, 0x70
vmovdqa64 zmm24, zmmword ptr [rdi + 1408]
vpandnd zmm25, zmm0, zmm24
vmovdqa64 zmm26, zmm13
vpternlogd zmm26, zmm15, zmm11, 0xfe
vpternlogd zmm23, zmm6, zmmword ptr [rdi + 1344], 0xf2
vpaddd zmm27, zmm26, zmm26
vpternlogd zmm17, zmm19, zmm6, 0x70
vpternlogd zmm21, zmm19, zmm5, 0x70
vpord zmm25, zmm22, zmm25
vmovdqa64 zmm22, zmmword ptr [rdi + 1472]
vpternlogd zmm23, zmm8, zmm22, 0xf2
vmovdqa64 zmm28, zmmword ptr [rdi + 1536]
vpternlogd zmm25, zmm28, zmm3, 0xf4
vpsrld zmm29, zmm26, 2
vmovdqa64 zmm30, zmmword ptr [rdi + 1664]
vpternlogd zmm25, zmm30, zmm5, 0xf4
vpternlogd zmm23, zmm10, zmmword ptr [rdi + 1600], 0xf2
vpandd zmm31, zmm19, zmm8
vpternlogd zmm18, zmm10, zmm19, 0x70
vpternlogd zmm29, zmm27, zmmword ptr [rsi], 0xe4
vpandnd zmm20, zmm31, zmm20
vmovdqa64 zmm31, zmm20
vpternlogd zmm31, zmm14, zmm17, 0xfe
vpaddd zmm27, zmm31, zmm31
vmovdqa64 zmmword ptr [rdx], zmm20
vpandd zmm20, zmm19, zmm3
vpord zmm9, zmm1, zmm9
vmovdqa64 zmm1, zmmword ptr [rdi + 128]
vpternlogd zmm1, zmm9, zmm7, 0x70
vmovdqa64 zmmword ptr [rdx + 64], zmm19
vpandd zmm19, zmm9, zmm8
vmovdqa64 zmmword ptr [rdx + 128], zmm14
vmovdqa64 zmm14, zmmword ptr [rdi + 64]
vpternlogd zmm14, zmm9, zmm4, 0x70
vmovdqa64 zmmword ptr [rdx + 192], zmm13
vmovdqa64 zmm13, zmmword ptr [rdi + 256]
vpternlogd zmm13, zmm9, zmm0, 0x70
vpandnd zmm19, zmm19, zmmword ptr [rdi + 320]
vmovdqa64 zmmword ptr [rdx + 256], zmm17
vmovdqa64 zmm17, zmmword ptr [rdi + 192]
vpternlogd zmm17, zmm6, zmm9, 0x70
vmovdqa64 zmmword ptr [rdx + 320], zmm15
vmovdqa64 zmm15, zmmword ptr [rdi + 384]
vpternlogd zmm15, zmm3, zmm9, 0x70
vpord zmm23, zmm25, zmm23
vmovdqa64 zmm25, zmm13
vpternlogd zmm25, zmm17, zmm19, 0xfe
vmovdqa64 zmmword ptr [rdx + 384], zmm13
vmovdqa64 zmm13, zmmword ptr [rdi + 448]
vpternlogd zmm13, zmm9, zmm10, 0x70
vmovdqa64 zmmword ptr [rdx + 448], zmm17
vpandd zmm17, zmm9, zmm2
vmovdqa64 zmmword ptr [rdx + 512], zmm19
vmovdqa64 zmm19, zmmword ptr [rdi + 512]
vpternlogd zmm19, zmm5, zmm9, 0x70
vpternlogd zmm16, zmm23, zmm2, 0x70
vpandnd zmm17, zmm17, zmmword ptr [rdi]
vpternlogd zmm12, zmm23, zmm4, 0x70
vmovdqa64 zmm4, zmm19
vpternlogd zmm4, zmm15, zmm13, 0xfe
vpsrld zmm2, zmm25, 2
vpternlogd zmm24, zmm0, zmm23, 0x70
vpternlogd zmm28, zmm3, zmm23, 0x70
vpandnd zmm20, zmm20, zmmword ptr [rdi + 960]
vmovdqa64 zmm3, zmm21
vpternlogd zmm3, zmm18, zmm20, 0xfe
vpternlogd zmm30, zmm23, zmm5, 0x70
vpsrld zmm5, zmm3, 2
vmovdqa64 zmm0, zmmword ptr [rdi + 1344]
vpternlogd zmm0, zmm6, zmm23, 0x70
vpternlogd zmm22, zmm8, zmm23, 0x70
vpaddd zmm8, zmm25, zmm25
vmovdqa64 zmm6, zmm22
vpternlogd zmm6, zmm0, zmm24, 0xfe
vmovdqa64 zmmword ptr [rdx + 576], zmm9
vmovdqa64 zmm9, zmmword ptr [rsi]
vpternlogd zmm2, zmm8, zmm9, 0xe4
vpsrld zmm8, zmm4, 2
vmovdqa64 zmmword ptr [rdx + 640], zmm22
vmovdqa64 zmm22, zmmword ptr [rdi + 1280]
vpternlogd zmm22, zmm23, zmm7, 0x70
vmovdqa64 zmm7, zmm22
vpternlogd zmm7, zmm16, zmm12, 0xfe
vmovdqa64 zmmword ptr [rdx + 704], zmm22
vpaddd zmm22, zmm4, zmm4
vpternlogd zmm22, zmm8, zmm9, 0xd8
vpandd zmm8, zmm25, zmm22
vmovdqa64 zmmword ptr [rdx + 768], zmm21
vpandd zmm21, zmm23, zmm10
vpternlogd zmm8, zmm2, zmm4, 0xf8
vpandnd zmm21, zmm21, zmmword ptr [rdi + 1600]
vpsrld zmm10, zmm31, 2
vpternlogd zmm27, zmm10, zmm9, 0xd8
vmovdqa64 zmm10, zmm21
vpternlogd zmm10, zmm30, zmm28, 0xfe
vmovdqa64 zmmword ptr [rdx + 832], zmm23
vpord zmm23, zmm17, zmm14
vpord zmm23, zmm23, zmm1
vmovdqa64 zmmword ptr [rdx + 896], zmm21
vpaddd zmm21, zmm23, zmm23
vmovdqa64 zmmword ptr [rdx + 960], zmm30
vpsrld zmm30, zmm23, 2
vpternlogd zmm30, zmm21, zmm9, 0xe4
vpandd zmm2, zmm23, zmm2
vpandd zmm4, zmm4, zmm30
vpternlogd zmm30, zmm2, zmm25, 0xec
vpternlogd zmm4, zmm23, zmm22, 0xf8
vpaddd zmm22, zmm3, zmm3
vpternlogd zmm5, zmm22, zmm9, 0xe4
vpaddd zmm22, zmm4, zmm4
vpsrld zmm23, zmm7, 2
vpandd zmm25, zmm26, zmm27
vpandd zmm2, zmm31, zmm5
vpaddd zmm21, zmm7, zmm7
vpternlogd zmm23, zmm9, zmm21, 0xe2
vpandd zmm27, zmm3, zmm27
vpsrld zmm21, zmm8, 2
vpord zmm27, zmm2, zmm27
vpsrld zmm2, zmm6, 2
vpaddd zmm8, zmm8, zmm8
vpternlogd zmm8 {k1}{z}, zmm21, zmm9, 0x27
vpandd zmm3, zmm3, zmm29
vpaddd zmm21, zmm6, zmm6
vpternlogd zmm3, zmm5, zmm26, 0xf8
vpternlogd zmm2, zmm21, zmm9, 0xe4
vpaddd zmm21, zmm3, zmm3
vpaddd zmm5, zmm10, zmm10
vpandd zmm29, zmm31, zmm29
vpsrld zmm31, zmm10, 2
vpternlogd zmm5, zmm9, zmm31, 0xb8
vpaddd zmm31, zmm30, zmm30
vpord zmm29, zmm25, zmm29
vpandd zmm25, zmm6, zmm5
vpternlogd zmm25, zmm10, zmm2, 0xf8
vpsrld zmm26, zmm29, 2
vpaddd zmm29, zmm29, zmm29
vpternlogd zmm26 {k1}{z}, zmm9, zmm29, 0x1d
vpsrld zmm29, zmm27, 2
vpsrld zmm4, zmm4, 2
vpternlogd zmm4 {k1}{z}, zmm22, zmm9, 0x1b
vpaddd zmm27, zmm27, zmm27
vpternlogd zmm29 {k1}{z}, zmm9, zmm27, 0x1d
vpandnd zmm11, zmm29, zmm11
vpandnd zmm27, zmm29, zmmword ptr [rdx + 320]
vpsrld zmm30, zmm30, 2
vpternlogd zmm30 {k1}{z}, zmm9, zmm31, 0x1d
vpandnd zmm15, zmm30, zmm15
vpandnd zmm13, zmm30, zmm13
vpandnd zmm19, zmm30, zmm19
vpandnd zmm14, zmm8, zmm14
vpandnd zmm30, zmm4, zmmword ptr [rdx + 512]
vpaddd zmm31, zmm25, zmm25
vpandnd zmm1, zmm8, zmm1
vmovdqa64 zmm22, zmm19
vpternlogd zmm22, zmm1, zmm30, 0xfe
vpandd zmm6, zmm6, zmm23
vpsrld zmm3, zmm3, 2
vpternlogd zmm3 {k1}{z}, zmm21, zmm9, 0x1b
vpandnd zmm21, zmm4, zmmword ptr [rdx + 448]
vmovdqa64 zmmword ptr [rdx + 320], zmm19
vpandnd zmm19, zmm3, zmmword ptr [rdx + 256]
vpandnd zmm17, zmm8, zmm17
vmovdqa64 zmm8, zmm21
vpternlogd zmm8, zmm17, zmm15, 0xfe
vpandnd zmm29, zmm29, zmmword ptr [rdx + 192]
vpandnd zmm4, zmm4, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdx + 512], zmm21
vmovdqa64 zmm21, zmm13
vpternlogd zmm21, zmm14, zmm4, 0xfe
vmovdqa64 zmmword ptr [rdx + 448], zmm15
vpslld zmm15, zmm8, 3
vpandd zmm2, zmm7, zmm2
vpord zmm6, zmm2, zmm6
vpsrld zmm2, zmm6, 2
vpaddd zmm6, zmm6, zmm6
vpternlogd zmm2 {k1}{z}, zmm9, zmm6, 0x1d
vpandd zmm23, zmm10, zmm23
vpternlogd zmm23, zmm7, zmm5, 0xf8
vpandnd zmm5, zmm3, zmmword ptr [rdx + 128]
vpsrld zmm7, zmm23, 2
vpaddd zmm23, zmm23, zmm23
vpternlogd zmm7 {k1}{z}, zmm9, zmm23, 0x1d
vpandnd zmm0, zmm7, zmm0
vpandnd zmm24, zmm7, zmm24
vpsrld zmm23, zmm21, 6
vpsrld zmm25, zmm25, 2
vpternlogd zmm31 {k1}{z}, zmm25, zmm9, 0x27
vpandnd zmm16, zmm31, zmm16
vpandnd zmm12, zmm31, zmm12
vpandnd zmm20, zmm26, zmm20
vmovdqa64 zmm25, zmm19
vpternlogd zmm25, zmm20, zmm11, 0xfe
vpandnd zmm18, zmm26, zmm18
vmovdqa64 zmm9, zmm27
vpternlogd zmm9, zmm18, zmm5, 0xfe
vpsrld zmm10, zmm9, 6
vpsrld zmm6, zmm25, 6
vmovdqa64 zmmword ptr [rdx + 256], zmm19
vpslld zmm19, zmm21, 3
vmovdqa64 zmmword ptr [rdx + 192], zmm20
vmovdqa64 zmm20, zmmword ptr [rsi + 64]
vpternlogd zmm19, zmm23, zmm20, 0xd8
vpslld zmm23, zmm9, 3
vpternlogd zmm10, zmm23, zmm20, 0xe4
vpandnd zmm26, zmm26, zmmword ptr [rdx + 768]
vpandnd zmm3, zmm3, zmmword ptr [rdx]
vmovdqa64 zmm23, zmm26
vpternlogd zmm23, zmm29, zmm3, 0xfe
vpandnd zmm31, zmm31, zmmword ptr [rdx + 704]
vpandnd zmm28, zmm2, zmm28
vmovdqa64 zmmword ptr [rdx + 384], zmm26
vmovdqa64 zmm26, zmm0
vpternlogd zmm26, zmm16, zmm28, 0xfe
vmovdqa64 zmmword ptr [rdx + 128], zmm0
vpslld zmm0, zmm23, 3
vmovdqa64 zmmword ptr [rdx + 768], zmm28
vpsrld zmm28, zmm8, 6
vpternlogd zmm15, zmm20, zmm28, 0xb8
vpsrld zmm28, zmm22, 6
vmovdqa64 zmmword ptr [rdx], zmm16
vpslld zmm16, zmm22, 3
vpternlogd zmm28, zmm16, zmm20, 0xe4
vpandd zmm16, zmm21, zmm28
vmovdqa64 zmmword ptr [rdx + 704], zmm29
vpandd zmm29, zmm22, zmm15
vpternlogd zmm16, zmm19, zmm22, 0xf8
vpternlogd zmm29, zmm8, zmm28, 0xf8
vpsrld zmm28, zmm16, 6
vpandnd zmm7, zmm7, zmmword ptr [rdx + 640]
vmovdqa64 zmmword ptr [rdx + 640], zmm22
vpandnd zmm22, zmm2, zmmword ptr [rdx + 960]
vpandd zmm19, zmm8, zmm19
vpternlogd zmm19, zmm15, zmm21, 0xf8
vmovdqa64 zmm15, zmm22
vpternlogd zmm15, zmm31, zmm7, 0xfe
vpandnd zmm2, zmm2, zmmword ptr [rdx + 896]
vmovdqa64 zmmword ptr [rdx + 960], zmm22
vmovdqa64 zmm22, zmm24
vpternlogd zmm22, zmm2, zmm12, 0xfe
vpslld zmm16, zmm16, 3
vmovdqa64 zmmword ptr [rdx + 896], zmm24
vpsrld zmm24, zmm29, 6
vpternlogd zmm28 {k1}{z}, zmm20, zmm16, 0x1d
vpslld zmm16, zmm26, 3
vmovdqa64 zmmword ptr [rdx + 1024], zmm2
vpslld zmm2, zmm25, 3
vpternlogd zmm6, zmm2, zmm20, 0xe4
vpandd zmm2, zmm23, zmm6
vmovdqa64 zmmword ptr [rdx + 1088], zmm31
vpsrld zmm31, zmm23, 6
vpternlogd zmm31, zmm0, zmm20, 0xe4
vpternlogd zmm2, zmm25, zmm31, 0xf8
vpandd zmm31, zmm9, zmm31
vpternlogd zmm31, zmm10, zmm23, 0xf8
vpandd zmm10, zmm25, zmm10
vpsrld zmm0, zmm31, 6
vpternlogd zmm10, zmm6, zmm9, 0xf8
vpslld zmm29, zmm29, 3
vpsrld zmm6, zmm26, 6
vpternlogd zmm24 {k1}{z}, zmm20, zmm29, 0x1d
vpternlogd zmm6, zmm20, zmm16, 0xe2
vpsrld zmm16, zmm22, 6
vpslld zmm29, zmm22, 3
vpternlogd zmm16, zmm20, zmm29, 0xe2
vpslld zmm29, zmm15, 3
vmovdqa64 zmmword ptr [rdx + 1152], zmm23
vpsrld zmm23, zmm19, 6
vpslld zmm19, zmm19, 3
vpandnd zmm17, zmm28, zmm17
vpternlogd zmm19 {k1}{z}, zmm23, zmm20, 0x27
vpsrld zmm23, zmm15, 6
vpslld zmm31, zmm31, 3
vpternlogd zmm23, zmm29, zmm20, 0xe4
vpternlogd zmm0 {k1}{z}, zmm20, zmm31, 0x1d
vpslld zmm31, zmm2, 3
vpandd zmm29, zmm22, zmm23
vpternlogd zmm29, zmm15, zmm16, 0xf8
vpandnd zmm14, zmm24, zmm14
vpandnd zmm4, zmm24, zmm4
vmovdqa64 zmmword ptr [rdx + 1216], zmm9
vpandd zmm9, zmm15, zmm6
vpsrld zmm2, zmm2, 6
vpternlogd zmm9, zmm23, zmm26, 0xf8
vpternlogd zmm2 {k1}{z}, zmm31, zmm20, 0x1b
vpandnd zmm5, zmm2, zmm5
vpsrld zmm31, zmm9, 6
vpslld zmm9, zmm9, 3
vpandnd zmm18, zmm2, zmm18
vpternlogd zmm31 {k1}{z}, zmm9, zmm20, 0x1b
vpandnd zmm1, zmm19, zmm1
vpandd zmm16, zmm26, zmm16
vpord zmm9, zmm17, zmm14
vpandnd zmm30, zmm19, zmm30
vpord zmm9, zmm9, zmm1
vpsrld zmm23, zmm10, 6
vpandd zmm6, zmm22, zmm6
vpslld zmm10, zmm10, 3
vpternlogd zmm23 {k1}{z}, zmm20, zmm10, 0x1d
vpandnd zmm13, zmm24, zmm13
vpord zmm6, zmm16, zmm6
vpsrld zmm16, zmm29, 6
vpandnd zmm3, zmm23, zmm3
vpandnd zmm11, zmm0, zmm11
vpandnd zmm10, zmm28, zmmword ptr [rdx + 448]
vpslld zmm29, zmm29, 3
vpandnd zmm27, zmm2, zmm27
vpternlogd zmm16 {k1}{z}, zmm20, zmm29, 0x1d
vpandnd zmm21, zmm24, zmm21
vpslld zmm24, zmm6, 3
vpandnd zmm29, zmm19, zmmword ptr [rdx + 320]
vmovdqa64 zmmword ptr [rdx + 448], zmm14
vmovdqa64 zmm14, zmm29
vpternlogd zmm14, zmm10, zmm13, 0xfe
vmovdqa64 zmmword ptr [rdx + 320], zmm29
vpandnd zmm29, zmm0, zmmword ptr [rdx + 192]
vpandnd zmm19, zmm19, zmmword ptr [rdx + 640]
vmovdqa64 zmmword ptr [rdx + 192], zmm13
vpandnd zmm13, zmm23, zmmword ptr [rdx + 704]
vpsrld zmm6, zmm6, 6
vmovdqa64 zmmword ptr [rdx + 640], zmm10
vmovdqa64 zmm10, zmm27
vpternlogd zmm10, zmm13, zmm11, 0xfe
vpternlogd zmm6 {k1}{z}, zmm20, zmm24, 0x1d
vpandnd zmm24, zmm0, zmmword ptr [rdx + 256]
vmovdqa64 zmm20, zmm3
vpternlogd zmm20, zmm5, zmm24, 0xfe
vpandnd zmm8, zmm28, zmm8
vpandnd zmm12, zmm31, zmm12
vmovdqa64 zmmword ptr [rdx + 704], zmm3
vmovdqa64 zmm3, zmm8
vpternlogd zmm3, zmm21, zmm19, 0xe8
vpternlogd zmm21, zmm8, zmm19, 0x01
vpandnd zmm28, zmm28, zmmword ptr [rdx + 512]
vpord zmm19, zmm28, zmm4
vpord zmm19, zmm19, zmm30
vpandnd zmm8, zmm16, zmmword ptr [rdx]
vpternlogd zmm9, zmm19, zmm14, 0xe8
vpandnd zmm7, zmm6, zmm7
vpandnd zmm14, zmm23, zmmword ptr [rdx + 384]
vmovdqa64 zmm19, zmm14
vpternlogd zmm19, zmm29, zmm18, 0xfe
vpternlogd zmm20, zmm10, zmm19, 0xe8
vpandnd zmm19, zmm6, zmmword ptr [rdx + 1088]
vmovdqa64 zmm10, zmm12
vpternlogd zmm10, zmm8, zmm19, 0xfe
vpandnd zmm25, zmm0, zmm25
vpandnd zmm0, zmm16, zmmword ptr [rdx + 768]
vpandnd zmm2, zmm2, zmmword ptr [rdx + 1216]
vmovdqa64 zmmword ptr [rdx + 256], zmm14
vpandnd zmm14, zmm31, zmmword ptr [rdx + 1024]
vmovdqa64 zmmword ptr [rdx + 512], zmm18
vpandnd zmm18, zmm31, zmmword ptr [rdx + 896]
vmovdqa64 zmmword ptr [rdx], zmm29
vpandnd zmm29, zmm6, zmmword ptr [rdx + 960]
vmovdqa64 zmmword ptr [rdx + 384], zmm30
vmovdqa64 zmm30, zmm29
vpternlogd zmm30, zmm0, zmm14, 0xfe
vpandnd zmm23, zmm23, zmmword ptr [rdx + 1152]
vmovdqa64 zmmword ptr [rdx + 1088], zmm29
vmovdqa64 zmm29, zmm25
vpternlogd zmm29, zmm23, zmm2, 0x01
vpternlogd zmm2, zmm23, zmm25, 0xe8
vpandnd zmm23, zmm16, zmmword ptr [rdx + 128]
vmovdqa64 zmm25, zmm7
vpternlogd zmm25, zmm18, zmm23, 0xfe
vpternlogd zmm25, zmm30, zmm10, 0xe8
vpord zmm2 {k1}{z}, zmm20, zmm2
vpord zmm3 {k1}{z}, zmm9, zmm3
vpandd zmm9, zmm3, zmmword ptr [rdx + 576]
vpandnd zmm15, zmm6, zmm15
vpternlogd zmm9, zmm2, zmmword ptr [rdx + 64], 0xf8
vpandnd zmm22, zmm31, zmm22
vpandnd zmm26, zmm16, zmm26
vmovdqa64 zmm16, zmm26
vpternlogd zmm16, zmm15, zmm22, 0x01
vpternlogd zmm26, zmm15, zmm22, 0xe8
vpord zmm26 {k1}{z}, zmm25, zmm26
vpternlogd zmm9, zmm26, zmmword ptr [rdx + 832], 0xf8
vpternlogd zmm9, zmm21, zmm29, 0xfe
vpandnd zmm29, zmm3, zmm17
vpternlogd zmm29, zmm11, zmm2, 0xf4
vpternlogd zmm29, zmm8, zmm26, 0xf4
vpslld zmm21, zmm29, 5
vpandnd zmm25, zmm3, zmm1
vpternlogd zmm25, zmm13, zmm2, 0xf4
vpshldd zmm15, zmm29, zmm21, 9
vpternlogd zmm25, zmm26, zmm19, 0xf2
vpshldd zmm21, zmm29, zmm21, 18
vpslld zmm22, zmm25, 5
vpternlogd zmm15, zmm21, zmm29, 0xfe
vpternlogd zmm11, zmm2, zmm15, 0x70
vpshldd zmm21, zmm25, zmm22, 18
vmovdqa64 zmmword ptr [rdi + 576], zmm11
vpandd zmm31, zmm15, zmm26
vpandnd zmm8, zmm31, zmm8
vpshldd zmm22, zmm25, zmm22, 9
vmovdqa64 zmmword ptr [rdi + 1152], zmm8
vpternlogd zmm22, zmm25, zmm21, 0xfe
vpternlogd zmm13, zmm22, zmm2, 0x70
vpandd zmm15, zmm15, zmm3
vmovdqa64 zmmword ptr [rdi + 704], zmm13
vpandnd zmm17, zmm15, zmm17
vmovdqa64 zmmword ptr [rdi], zmm17
vmovdqa64 zmm15, zmm17
vpternlogd zmm15, zmm11, zmm8, 0xfe
vmovdqa64 zmm21, zmmword ptr [rdx + 448]
vpandnd zmm31, zmm3, zmm21
vpternlogd zmm31, zmm2, zmm27, 0xf2
vpternlogd zmm31, zmm12, zmm26, 0xf4
vpslld zmm6, zmm31, 5
vpternlogd zmm17, zmm8, zmm11, 0xe8
vpshldd zmm8, zmm31, zmm6, 9
vpshldd zmm6, zmm31, zmm6, 18
vpternlogd zmm8, zmm31, zmm6, 0xfe
vpternlogd zmm27, zmm8, zmm2, 0x70
vpandnd zmm6, zmm3, zmm28
vmovdqa64 zmmword ptr [rdi + 640], zmm27
vpternlogd zmm6, zmm24, zmm2, 0xf4
vpternlogd zmm6, zmm26, zmm23, 0xf2
vpandd zmm11, zmm22, zmm3
vpandnd zmm1, zmm11, zmm1
vmovdqa64 zmmword ptr [rdi + 128], zmm1
vpandd zmm11, zmm8, zmm3
vpslld zmm20, zmm15, 5
vpslld zmm30, zmm6, 5
vpandnd zmm21, zmm11, zmm21
vpandnd zmm11, zmm3, zmm4
vmovdqa64 zmmword ptr [rdi + 64], zmm21
vpternlogd zmm11, zmm2, zmm5, 0xf2
vpternlogd zmm11, zmm18, zmm26, 0xf4
vpandd zmm22, zmm22, zmm26
vpshldd zmm10, zmm6, zmm30, 9
vpshldd zmm30, zmm6, zmm30, 18
vpandnd zmm27, zmm3, zmmword ptr [rdx + 384]
vpternlogd zmm30, zmm6, zmm10, 0xfe
vmovdqa64 zmm10, zmmword ptr [rdx + 704]
vpternlogd zmm27, zmm2, zmm10, 0xf2
vpandnd zmm19, zmm22, zmm19
vpternlogd zmm27, zmm7, zmm26, 0xf4
vmovdqa64 zmmword ptr [rdi + 1280], zmm19
vmovdqa64 zmm22, zmm19
vpternlogd zmm22, zmm1, zmm13, 0xe8
vmovdqa64 zmmword ptr [rdx + 768], zmm6
vpslld zmm6, zmm11, 5
vpternlogd zmm24, zmm30, zmm2, 0x70
vmovdqa64 zmmword ptr [rdi + 768], zmm24
vpandd zmm8, zmm8, zmm26
vpshldd zmm24, zmm11, zmm6, 9
vpandd zmm21, zmm30, zmm3
vpandnd zmm28, zmm21, zmm28
vpshldd zmm21, zmm15, zmm20, 9
vmovdqa64 zmmword ptr [rdi + 192], zmm28
vpord zmm21, zmm17, zmm21
vpslld zmm17, zmm27, 5
vpshldd zmm28, zmm27, zmm17, 18
vpshldd zmm17, zmm27, zmm17, 9
vpternlogd zmm17, zmm27, zmm28, 0xfe
vpshldd zmm6, zmm11, zmm6, 18
vpternlogd zmm10, zmm2, zmm17, 0x70
vpternlogd zmm24, zmm11, zmm6, 0xfe
vpandnd zmm6, zmm3, zmmword ptr [rdx + 640]
vpternlogd zmm6, zmm2, zmmword ptr [rdx], 0xf2
vpternlogd zmm6, zmm26, zmm0, 0xf2
vpandd zmm28, zmm24, zmm3
vmovdqa64 zmmword ptr [rdi + 896], zmm10
vpternlogd zmm5, zmm24, zmm2, 0x70
vmovdqa64 zmmword ptr [rdi + 832], zmm5
vpandnd zmm4, zmm28, zmm4
vpord zmm13, zmm1, zmm13
vmovdqa64 zmmword ptr [rdi + 256], zmm4
vpord zmm19, zmm13, zmm19
vpandnd zmm13, zmm3, zmmword ptr [rdx + 192]
vpshldd zmm20, zmm15, zmm20, 18
vpternlogd zmm13, zmm2, zmmword ptr [rdx + 512], 0xf2
vpternlogd zmm13, zmm14, zmm26, 0xf4
vpandd zmm30, zmm30, zmm26
vpord zmm20, zmm21, zmm20
vpternlogd zmm29, zmm15, zmm20, 0xb1
vpslld zmm15, zmm6, 5
vpxord zmm21, zmm20, zmmword ptr [rdi + 1728]
vmovdqa64 zmmword ptr [rdi + 1728], zmm20
vpandnd zmm12, zmm8, zmm12
vpandnd zmm23, zmm30, zmm23
vmovdqa64 zmm30, zmmword ptr [rdi + 64]
vmovdqa64 zmm8, zmmword ptr [rdi + 640]
vmovdqa64 zmm20, zmm30
vpternlogd zmm20, zmm8, zmm12, 0xe8
vmovdqa64 zmmword ptr [rdi + 1344], zmm23
vmovdqa64 zmmword ptr [rdi + 1216], zmm12
vpternlogd zmm30, zmm8, zmm12, 0xfe
vpslld zmm12, zmm30, 5
vmovdqa64 zmm8, zmmword ptr [rdi + 192]
vmovdqa64 zmm1, zmmword ptr [rdi + 768]
vmovdqa64 zmm28, zmm8
vpternlogd zmm28, zmm1, zmm23, 0xfe
vpshldd zmm5, zmm30, zmm12, 18
vpshldd zmm12, zmm30, zmm12, 9
vpternlogd zmm8, zmm23, zmm1, 0xe8
vpord zmm12, zmm20, zmm12
vpord zmm16, zmm9, zmm16
vpandnd zmm9, zmm3, zmmword ptr [rdx + 320]
vpternlogd zmm9, zmm2, zmmword ptr [rdx + 256], 0xf2
vpslld zmm20, zmm19, 5
vpternlogd zmm9, zmm26, zmmword ptr [rdx + 1088], 0xf2
vpshldd zmm23, zmm19, zmm20, 18
vpshldd zmm20, zmm19, zmm20, 9
vpslld zmm1, zmm9, 5
vpshldd zmm4, zmm9, zmm1, 9
vpshldd zmm1, zmm9, zmm1, 18
vpternlogd zmm4, zmm9, zmm1, 0xfe
vpord zmm20, zmm22, zmm20
vpshldd zmm22, zmm6, zmm15, 18
vpshldd zmm15, zmm6, zmm15, 9
vpternlogd zmm15, zmm6, zmm22, 0xfe
vpandd zmm22, zmm17, zmm26
vmovdqa64 zmm1, zmmword ptr [rdx]
vpternlogd zmm1, zmm2, zmm15, 0x70
vmovdqa64 zmmword ptr [rdi + 960], zmm1
vpandd zmm1, zmm15, zmm3
vpandnd zmm7, zmm22, zmm7
vmovdqa64 zmmword ptr [rdi + 1472], zmm7
vpord zmm23, zmm20, zmm23
vpternlogd zmm25, zmm23, zmm19, 0xd1
vpord zmm5, zmm12, zmm5
vpternlogd zmm31, zmm30, zmm5, 0xb1
vpxord zmm30, zmm5, zmmword ptr [rdi + 1792]
vmovdqa64 zmmword ptr [rdi + 1792], zmm5
vpslld zmm5, zmm13, 5
vpshldd zmm12, zmm13, zmm5, 18
vpshldd zmm5, zmm13, zmm5, 9
vpord zmm30, zmm21, zmm30
vpternlogd zmm5, zmm13, zmm12, 0xfe
vpternlogd zmm30, zmm23, zmmword ptr [rdi + 1856], 0xf6
vpandd zmm12, zmm5, zmm3
vmovdqa64 zmmword ptr [rdi + 1856], zmm23
vpandd zmm23, zmm4, zmm3
vpandnd zmm12, zmm12, zmmword ptr [rdx + 192]
vpord zmm29, zmm16, zmm29
vpternlogd zmm29, zmm31, zmm25, 0xfe
vmovdqa64 zmmword ptr [rdi + 448], zmm12
vpandnd zmm1, zmm1, zmmword ptr [rdx + 640]
vpandd zmm17, zmm17, zmm3
vmovdqa64 zmmword ptr [rdi + 384], zmm1
vpandnd zmm17, zmm17, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdi + 320], zmm17
vmovdqa64 zmm25, zmm17
vpternlogd zmm25, zmm10, zmm7, 0xe8
vpandd zmm31, zmm5, zmm2
vpternlogd zmm17, zmm7, zmm10, 0xfe
vpandd zmm5, zmm5, zmm26
vpandd zmm24, zmm24, zmm26
vpslld zmm7, zmm17, 5
vpandd zmm15, zmm15, zmm26
vpandnd zmm0, zmm15, zmm0
vmovdqa64 zmmword ptr [rdi + 1536], zmm0
vmovdqa64 zmm15, zmmword ptr [rdi + 960]
vmovdqa64 zmm10, zmm1
vpternlogd zmm10, zmm0, zmm15, 0xfe
vpternlogd zmm1, zmm0, zmm15, 0xe8
vpslld zmm0, zmm10, 5
vpandd zmm15, zmm4, zmm26
vpshldd zmm16, zmm17, zmm7, 9
vpord zmm16, zmm25, zmm16
vpandnd zmm31, zmm31, zmmword ptr [rdx + 512]
vmovdqa64 zmmword ptr [rdi + 1024], zmm31
vpshldd zmm7, zmm17, zmm7, 18
vpandnd zmm18, zmm24, zmm18
vmovdqa64 zmmword ptr [rdi + 1408], zmm18
vmovdqa64 zmm24, zmmword ptr [rdi + 256]
vmovdqa64 zmm25, zmmword ptr [rdi + 832]
vmovdqa64 zmm21, zmm24
vpternlogd zmm21, zmm18, zmm25, 0xfe
vpternlogd zmm24, zmm18, zmm25, 0xe8
vpslld zmm18, zmm21, 5
vpshldd zmm25, zmm21, zmm18, 9
vpandnd zmm14, zmm5, zmm14
vpandnd zmm23, zmm23, zmmword ptr [rdx + 320]
vmovdqa64 zmmword ptr [rdi + 512], zmm23
vmovdqa64 zmmword ptr [rdi + 1600], zmm14
vmovdqa64 zmm5, zmm12
vpternlogd zmm5, zmm31, zmm14, 0xfe
vpternlogd zmm12, zmm31, zmm14, 0xe8
vpslld zmm14, zmm5, 5
vpshldd zmm31, zmm10, zmm0, 9
vpord zmm31, zmm1, zmm31
vpshldd zmm1, zmm5, zmm14, 18
vpshldd zmm14, zmm5, zmm14, 9
vpshldd zmm18, zmm21, zmm18, 18
vpandd zmm4, zmm4, zmm2
vpternlogd zmm18, zmm24, zmm25, 0xfe
vpternlogd zmm11, zmm21, zmm18, 0xb1
vpandnd zmm4, zmm4, zmmword ptr [rdx + 256]
vmovdqa64 zmmword ptr [rdi + 1088], zmm4
vpslld zmm21, zmm28, 5
vpandnd zmm15, zmm15, zmmword ptr [rdx + 1088]
vmovdqa64 zmmword ptr [rdi + 1664], zmm15
vpshldd zmm0, zmm10, zmm0, 18
vmovdqa64 zmm25, zmm23
vpternlogd zmm25, zmm15, zmm4, 0xfe
vpternlogd zmm4, zmm23, zmm15, 0xe8
vpslld zmm15, zmm25, 5
vpshldd zmm23, zmm25, zmm15, 9
vpshldd zmm15, zmm25, zmm15, 18
vpshldd zmm24, zmm28, zmm21, 18
vpshldd zmm21, zmm28, zmm21, 9
vpord zmm21, zmm8, zmm21
vpord zmm24, zmm21, zmm24
vpternlogd zmm30, zmm24, zmmword ptr [rdi + 1920], 0xf6
vmovdqa64 zmmword ptr [rdi + 1920], zmm24
vpternlogd zmm30, zmm18, zmmword ptr [rdi + 1984], 0xf6
vmovdqa64 zmmword ptr [rdi + 1984], zmm18
vpord zmm7, zmm16, zmm7
vpternlogd zmm30, zmm7, zmmword ptr [rdi + 2048], 0xf6
vpternlogd zmm24, zmm28, zmmword ptr [rdx + 768], 0xa3
vpord zmm24, zmm29, zmm24
vpternlogd zmm27, zmm17, zmm7, 0xb1
vpord zmm11, zmm24, zmm11
vpord zmm23, zmm4, zmm23
vmovdqa64 zmmword ptr [rdi + 2048], zmm7
vpord zmm14, zmm12, zmm14
vpord zmm27, zmm11, zmm27
vpord zmm0, zmm31, zmm0
vpternlogd zmm6, zmm10, zmm0, 0xb1
vpternlogd zmm30, zmm0, zmmword ptr [rdi + 2112], 0xf6
vpord zmm1, zmm14, zmm1
vpternlogd zmm30, zmm1, zmmword ptr [rdi + 2176], 0xf6
vpternlogd zmm5, zmm13, zmm1, 0x8d
vmovdqa64 zmmword ptr [rdi + 2176], zmm1
vpord zmm6, zmm27, zmm6
vmovdqa64 zmmword ptr [rdi + 2112], zmm0
vpord zmm15, zmm23, zmm15
vpternlogd zmm9, zmm25, zmm15, 0xb1
vpternlogd zmm6, zmm9, zmm5, 0xfe
vpternlogd zmm30, zmm15, zmmword ptr [rdi + 2240], 0xf6
vmovdqa64 zmmword ptr [rdi + 2240], zmm15
vmovdqa64 zmm15, zmmword ptr [rsi + 128]
vptestmd k2, zmm6, zmm15
vptestmd k4, zmm30, zmm15
vpord zmm2, zmm3, zmm2
vpord zmm26, zmm2, zmm26
vptestmd k3, zmm26, zmm26
