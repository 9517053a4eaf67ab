# The pass for sixteen lanes with AVX-512: `pass::pass`, in an order and with
# registers that were found by search, measured on Zen 4 and then on Zen 5. Made by
# `scripts/lane-pass`, which is in the history until 4e08a9e.
#
# rdi         the group: x[0], x[1], x[2], has_other, nine vectors each
# rsi         constants: LEAD, BAND, ALL
# rdx         memory for vectors that have no register
# k1          lanes that are not frozen
# k2, k3, k4  out: lanes with a contradiction (also frozen ones), open, changed

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
vpord zmm1, zmm3, zmm1
vmovdqa64 zmm3, zmmword ptr [rdi + 2112]
vpternlogd zmm1, zmm3, zmmword ptr [rdi + 384], 0xf2
vmovdqa64 zmm8, zmmword ptr [rdi + 2240]
vpternlogd zmm1, zmm8, zmmword ptr [rdi + 512], 0xf2
vmovdqa64 zmm9, zmmword ptr [rdi + 2048]
vpandnd zmm10, zmm9, zmmword ptr [rdi + 320]
vpord zmm10, zmm5, zmm10
vmovdqa64 zmm5, zmmword ptr [rdi + 2176]
vpternlogd zmm10, zmm5, zmmword ptr [rdi + 448], 0xf2
vmovdqa64 zmm11, zmmword ptr [rdi + 576]
vpandnd zmm12, zmm2, zmm11
vmovdqa64 zmm13, zmmword ptr [rdi + 704]
vpternlogd zmm12, zmm7, zmm13, 0xf2
vmovdqa64 zmm14, zmmword ptr [rdi + 832]
vpternlogd zmm12, zmm14, zmm0, 0xf4
vmovdqa64 zmm15, zmmword ptr [rdi + 640]
vpandnd zmm16, zmm4, zmm15
vmovdqa64 zmm17, zmmword ptr [rdi + 768]
vpternlogd zmm16, zmm17, zmm6, 0xf4
vmovdqa64 zmm18, zmmword ptr [rdi + 896]
vpternlogd zmm16, zmm9, zmm18, 0xf2
vmovdqa64 zmm19, zmmword ptr [rdi + 1024]
vpandnd zmm20, zmm5, zmm19
vpternlogd zmm12, zmm3, zmmword ptr [rdi + 960], 0xf2
vmovdqa64 zmm21, zmmword ptr [rdi + 1088]
vpternlogd zmm12, zmm8, zmm21, 0xf2
vpord zmm20, zmm16, zmm20
vpord zmm20, zmm12, zmm20
vpternlogd zmm15, zmm4, zmm20, 0x70
vmovdqa64 zmm12, zmmword ptr [rdi + 1152]
vpandnd zmm16, zmm2, zmm12
vpternlogd zmm13, zmm7, zmm20, 0x70
vpternlogd zmm14, zmm20, zmm0, 0x70
vmovdqa64 zmm22, zmmword ptr [rdi + 1216]
vpandnd zmm23, zmm4, zmm22
vpternlogd zmm11, zmm20, zmm2, 0x70
vmovdqa64 zmm24, zmm13
vpternlogd zmm24, zmm15, zmm11, 0xfe
vpaddd zmm25, zmm24, zmm24
vpternlogd zmm17, zmm20, zmm6, 0x70
vpternlogd zmm23, zmm6, zmmword ptr [rdi + 1344], 0xf2
vmovdqa64 zmm26, zmmword ptr [rdi + 1408]
vpandnd zmm27, zmm0, zmm26
vpternlogd zmm21, zmm8, zmm20, 0x70
vpternlogd zmm16, zmm7, zmmword ptr [rdi + 1280], 0xf2
vpord zmm27, zmm16, zmm27
vmovdqa64 zmm16, zmmword ptr [rdi + 1472]
vpternlogd zmm23, zmm9, zmm16, 0xf2
vmovdqa64 zmm28, zmmword ptr [rdi + 1536]
vpternlogd zmm27, zmm28, zmm3, 0xf4
vpsrld zmm29, zmm24, 2
vmovdqa64 zmm30, zmmword ptr [rdi + 1664]
vpternlogd zmm27, zmm30, zmm8, 0xf4
vpternlogd zmm23, zmm5, zmmword ptr [rdi + 1600], 0xf2
vpandd zmm31, zmm20, zmm9
vpternlogd zmm19, zmm5, zmm20, 0x70
vpternlogd zmm29, zmm25, zmmword ptr [rsi], 0xe4
vpandnd zmm18, zmm31, zmm18
vmovdqa64 zmm31, zmm18
vpternlogd zmm31, zmm14, zmm17, 0xfe
vpaddd zmm25, zmm31, zmm31
vmovdqa64 zmmword ptr [rdx], zmm18
vpandd zmm18, zmm20, zmm3
vpord zmm10, zmm1, zmm10
vmovdqa64 zmm1, zmmword ptr [rdi + 128]
vpternlogd zmm1, zmm10, zmm7, 0x70
vmovdqa64 zmmword ptr [rdx + 64], zmm20
vpandd zmm20, zmm10, zmm9
vmovdqa64 zmmword ptr [rdx + 128], zmm14
vmovdqa64 zmm14, zmmword ptr [rdi + 64]
vpternlogd zmm14, zmm10, zmm4, 0x70
vmovdqa64 zmmword ptr [rdx + 192], zmm13
vmovdqa64 zmm13, zmmword ptr [rdi + 256]
vpternlogd zmm13, zmm10, zmm0, 0x70
vpandnd zmm20, zmm20, zmmword ptr [rdi + 320]
vmovdqa64 zmmword ptr [rdx + 256], zmm17
vmovdqa64 zmm17, zmmword ptr [rdi + 192]
vpternlogd zmm17, zmm6, zmm10, 0x70
vmovdqa64 zmmword ptr [rdx + 320], zmm15
vmovdqa64 zmm15, zmm13
vpternlogd zmm15, zmm17, zmm20, 0xfe
vmovdqa64 zmmword ptr [rdx + 384], zmm13
vpandd zmm13, zmm10, zmm2
vmovdqa64 zmmword ptr [rdx + 448], zmm17
vmovdqa64 zmm17, zmmword ptr [rdi + 384]
vpternlogd zmm17, zmm3, zmm10, 0x70
vmovdqa64 zmmword ptr [rdx + 512], zmm20
vmovdqa64 zmm20, zmmword ptr [rdi + 448]
vpternlogd zmm20, zmm10, zmm5, 0x70
vpandnd zmm13, zmm13, zmmword ptr [rdi]
vmovdqa64 zmm5, zmmword ptr [rdi + 512]
vpternlogd zmm5, zmm8, zmm10, 0x70
vmovdqa64 zmmword ptr [rdx + 576], zmm10
vmovdqa64 zmm10, zmm5
vpternlogd zmm10, zmm17, zmm20, 0xfe
vpord zmm23, zmm27, zmm23
vpternlogd zmm12, zmm23, zmm2, 0x70
vpternlogd zmm22, zmm23, zmm4, 0x70
vpsrld zmm27, zmm15, 2
vpternlogd zmm26, zmm0, zmm23, 0x70
vpternlogd zmm28, zmm3, zmm23, 0x70
vpandnd zmm18, zmm18, zmmword ptr [rdi + 960]
vmovdqa64 zmm3, zmm21
vpternlogd zmm3, zmm19, zmm18, 0xfe
vpternlogd zmm30, zmm23, zmm8, 0x70
vpsrld zmm8, zmm3, 2
vmovdqa64 zmm0, zmmword ptr [rdi + 1344]
vpternlogd zmm0, zmm6, zmm23, 0x70
vpternlogd zmm16, zmm9, zmm23, 0x70
vpaddd zmm9, zmm15, zmm15
vmovdqa64 zmm6, zmmword ptr [rsi]
vpternlogd zmm27, zmm9, zmm6, 0xe4
vmovdqa64 zmm9, zmm16
vpternlogd zmm9, zmm0, zmm26, 0xfe
vpsrld zmm4, zmm10, 2
vmovdqa64 zmm2, zmmword ptr [rdi + 1280]
vpternlogd zmm2, zmm23, zmm7, 0x70
vmovdqa64 zmm7, zmm2
vpternlogd zmm7, zmm12, zmm22, 0xfe
vmovdqa64 zmmword ptr [rdx + 640], zmm16
vpaddd zmm16, zmm10, zmm10
vpternlogd zmm16, zmm4, zmm6, 0xd8
vpandd zmm4, zmm15, zmm16
vmovdqa64 zmmword ptr [rdx + 704], zmm2
vpandd zmm2, zmm23, zmmword ptr [rdi + 2176]
vpternlogd zmm4, zmm27, zmm10, 0xf8
vpandnd zmm2, zmm2, zmmword ptr [rdi + 1600]
vmovdqa64 zmmword ptr [rdx + 768], zmm23
vpsrld zmm23, zmm31, 2
vpternlogd zmm25, zmm23, zmm6, 0xd8
vmovdqa64 zmm23, zmm2
vpternlogd zmm23, zmm30, zmm28, 0xfe
vmovdqa64 zmmword ptr [rdx + 832], zmm2
vpord zmm2, zmm13, zmm14
vpord zmm2, zmm2, zmm1
vmovdqa64 zmmword ptr [rdx + 896], zmm30
vpaddd zmm30, zmm2, zmm2
vmovdqa64 zmmword ptr [rdx + 960], zmm28
vpsrld zmm28, zmm2, 2
vpternlogd zmm28, zmm30, zmm6, 0xe4
vpandd zmm10, zmm10, zmm28
vpandd zmm27, zmm2, zmm27
vpternlogd zmm28, zmm27, zmm15, 0xec
vpternlogd zmm10, zmm2, zmm16, 0xf8
vpaddd zmm16, zmm3, zmm3
vpternlogd zmm8, zmm16, zmm6, 0xe4
vpaddd zmm16, zmm10, zmm10
vpsrld zmm2, zmm7, 2
vpandd zmm15, zmm24, zmm25
vpandd zmm27, zmm31, zmm8
vpaddd zmm30, zmm7, zmm7
vpternlogd zmm2, zmm6, zmm30, 0xe2
vpandd zmm25, zmm3, zmm25
vpsrld zmm30, zmm4, 2
vpord zmm25, zmm27, zmm25
vpsrld zmm27, zmm9, 2
vpaddd zmm4, zmm4, zmm4
vpternlogd zmm4 {k1}{z}, zmm30, zmm6, 0x27
vpandd zmm3, zmm3, zmm29
vpaddd zmm30, zmm9, zmm9
vpternlogd zmm3, zmm8, zmm24, 0xf8
vpternlogd zmm27, zmm30, zmm6, 0xe4
vpaddd zmm30, zmm3, zmm3
vpaddd zmm8, zmm23, zmm23
vpandd zmm29, zmm31, zmm29
vpsrld zmm31, zmm23, 2
vpternlogd zmm8, zmm6, zmm31, 0xb8
vpaddd zmm31, zmm28, zmm28
vpord zmm29, zmm15, zmm29
vpsrld zmm15, zmm29, 2
vpaddd zmm29, zmm29, zmm29
vpandd zmm24, zmm9, zmm8
vpternlogd zmm15 {k1}{z}, zmm6, zmm29, 0x1d
vpternlogd zmm24, zmm23, zmm27, 0xf8
vpsrld zmm29, zmm25, 2
vpsrld zmm10, zmm10, 2
vpternlogd zmm10 {k1}{z}, zmm16, zmm6, 0x1b
vpaddd zmm25, zmm25, zmm25
vpternlogd zmm29 {k1}{z}, zmm6, zmm25, 0x1d
vpandnd zmm11, zmm29, zmm11
vpandnd zmm25, zmm29, zmmword ptr [rdx + 320]
vpsrld zmm28, zmm28, 2
vpternlogd zmm28 {k1}{z}, zmm6, zmm31, 0x1d
vpandnd zmm17, zmm28, zmm17
vpandnd zmm20, zmm28, zmm20
vpandnd zmm5, zmm28, zmm5
vpandnd zmm14, zmm4, zmm14
vpandnd zmm28, zmm10, zmmword ptr [rdx + 512]
vpaddd zmm31, zmm24, zmm24
vpandnd zmm1, zmm4, zmm1
vmovdqa64 zmm16, zmm5
vpternlogd zmm16, zmm1, zmm28, 0xfe
vpandd zmm9, zmm9, zmm2
vpsrld zmm3, zmm3, 2
vpternlogd zmm3 {k1}{z}, zmm6, zmm30, 0x1d
vpandnd zmm30, zmm3, zmmword ptr [rdx + 256]
vmovdqa64 zmmword ptr [rdx + 320], zmm5
vpandnd zmm5, zmm10, zmmword ptr [rdx + 448]
vpandnd zmm13, zmm4, zmm13
vmovdqa64 zmm4, zmm5
vpternlogd zmm4, zmm17, zmm13, 0xfe
vpandnd zmm29, zmm29, zmmword ptr [rdx + 192]
vpandnd zmm10, zmm10, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdx + 512], zmm5
vmovdqa64 zmm5, zmm20
vpternlogd zmm5, zmm14, zmm10, 0xfe
vmovdqa64 zmmword ptr [rdx + 256], zmm17
vpslld zmm17, zmm4, 3
vpandd zmm27, zmm7, zmm27
vpord zmm9, zmm27, zmm9
vpsrld zmm27, zmm9, 2
vpaddd zmm9, zmm9, zmm9
vpternlogd zmm27 {k1}{z}, zmm6, zmm9, 0x1d
vpandd zmm2, zmm23, zmm2
vpternlogd zmm2, zmm7, zmm8, 0xf8
vpsrld zmm8, zmm2, 2
vpaddd zmm2, zmm2, zmm2
vpternlogd zmm8 {k1}{z}, zmm6, zmm2, 0x1d
vpandnd zmm0, zmm8, zmm0
vpandnd zmm26, zmm8, zmm26
vpandnd zmm2, zmm3, zmmword ptr [rdx + 128]
vpsrld zmm7, zmm5, 6
vpsrld zmm24, zmm24, 2
vpternlogd zmm31 {k1}{z}, zmm6, zmm24, 0x47
vpandnd zmm12, zmm31, zmm12
vpandnd zmm22, zmm31, zmm22
vpandnd zmm18, zmm15, zmm18
vmovdqa64 zmm24, zmm30
vpternlogd zmm24, zmm18, zmm11, 0xfe
vpsrld zmm6, zmm24, 6
vpandnd zmm19, zmm15, zmm19
vmovdqa64 zmm23, zmm25
vpternlogd zmm23, zmm19, zmm2, 0xfe
vpsrld zmm9, zmm23, 6
vmovdqa64 zmmword ptr [rdx + 448], zmm30
vpslld zmm30, zmm5, 3
vmovdqa64 zmmword ptr [rdx + 192], zmm18
vmovdqa64 zmm18, zmmword ptr [rsi + 64]
vpternlogd zmm30, zmm7, zmm18, 0xd8
vpslld zmm7, zmm23, 3
vpternlogd zmm9, zmm7, zmm18, 0xe4
vpandnd zmm21, zmm15, zmm21
vpandnd zmm3, zmm3, zmmword ptr [rdx]
vmovdqa64 zmm15, zmm21
vpternlogd zmm15, zmm29, zmm3, 0xfe
vpslld zmm7, zmm15, 3
vpandnd zmm31, zmm31, zmmword ptr [rdx + 704]
vmovdqa64 zmmword ptr [rdx + 384], zmm21
vpandnd zmm21, zmm27, zmmword ptr [rdx + 960]
vmovdqa64 zmmword ptr [rdx + 128], zmm29
vmovdqa64 zmm29, zmm0
vpternlogd zmm29, zmm12, zmm21, 0xfe
vmovdqa64 zmmword ptr [rdx], zmm0
vpsrld zmm0, zmm4, 6
vpternlogd zmm17, zmm18, zmm0, 0xb8
vpsrld zmm0, zmm16, 6
vmovdqa64 zmmword ptr [rdx + 704], zmm21
vpslld zmm21, zmm16, 3
vpternlogd zmm0, zmm21, zmm18, 0xe4
vpandd zmm21, zmm5, zmm0
vmovdqa64 zmmword ptr [rdx + 960], zmm12
vpandd zmm12, zmm16, zmm17
vpternlogd zmm21, zmm30, zmm16, 0xf8
vpternlogd zmm12, zmm4, zmm0, 0xf8
vpsrld zmm0, zmm21, 6
vpandnd zmm8, zmm8, zmmword ptr [rdx + 640]
vmovdqa64 zmmword ptr [rdx + 640], zmm16
vpandnd zmm16, zmm27, zmmword ptr [rdx + 896]
vpandd zmm30, zmm4, zmm30
vpternlogd zmm30, zmm17, zmm5, 0xf8
vmovdqa64 zmm17, zmm16
vpternlogd zmm17, zmm31, zmm8, 0xfe
vpandnd zmm27, zmm27, zmmword ptr [rdx + 832]
vmovdqa64 zmmword ptr [rdx + 896], zmm16
vmovdqa64 zmm16, zmm26
vpternlogd zmm16, zmm27, zmm22, 0xfe
vpslld zmm21, zmm21, 3
vmovdqa64 zmmword ptr [rdx + 832], zmm26
vpsrld zmm26, zmm12, 6
vpternlogd zmm0 {k1}{z}, zmm18, zmm21, 0x1d
vpslld zmm21, zmm29, 3
vmovdqa64 zmmword ptr [rdx + 1024], zmm27
vpslld zmm27, zmm24, 3
vpternlogd zmm6, zmm27, zmm18, 0xe4
vpandd zmm27, zmm15, zmm6
vmovdqa64 zmmword ptr [rdx + 1088], zmm31
vpsrld zmm31, zmm15, 6
vpternlogd zmm31, zmm7, zmm18, 0xe4
vpternlogd zmm27, zmm24, zmm31, 0xf8
vpandd zmm31, zmm23, zmm31
vpternlogd zmm31, zmm9, zmm15, 0xf8
vpsrld zmm7, zmm31, 6
vpandd zmm9, zmm24, zmm9
vpternlogd zmm9, zmm6, zmm23, 0xf8
vpslld zmm12, zmm12, 3
vpsrld zmm6, zmm29, 6
vpternlogd zmm26 {k1}{z}, zmm18, zmm12, 0x1d
vpternlogd zmm6, zmm18, zmm21, 0xe2
vpsrld zmm21, zmm16, 6
vpslld zmm12, zmm16, 3
vpternlogd zmm21, zmm18, zmm12, 0xe2
vpslld zmm12, zmm17, 3
vmovdqa64 zmmword ptr [rdx + 1152], zmm15
vpsrld zmm15, zmm30, 6
vpslld zmm30, zmm30, 3
vpandnd zmm13, zmm0, zmm13
vpternlogd zmm30 {k1}{z}, zmm15, zmm18, 0x27
vpsrld zmm15, zmm17, 6
vpslld zmm31, zmm31, 3
vpternlogd zmm7 {k1}{z}, zmm18, zmm31, 0x1d
vpternlogd zmm15, zmm12, zmm18, 0xe4
vpslld zmm12, zmm27, 3
vpandd zmm31, zmm16, zmm15
vpternlogd zmm31, zmm17, zmm21, 0xf8
vpandnd zmm14, zmm26, zmm14
vpandnd zmm10, zmm26, zmm10
vmovdqa64 zmmword ptr [rdx + 1216], zmm23
vpandd zmm23, zmm17, zmm6
vpsrld zmm27, zmm27, 6
vpternlogd zmm23, zmm15, zmm29, 0xf8
vpternlogd zmm27 {k1}{z}, zmm12, zmm18, 0x1b
vpandnd zmm2, zmm27, zmm2
vpsrld zmm12, zmm23, 6
vpslld zmm23, zmm23, 3
vpandnd zmm19, zmm27, zmm19
vpternlogd zmm12 {k1}{z}, zmm23, zmm18, 0x1b
vpandnd zmm1, zmm30, zmm1
vpandd zmm21, zmm29, zmm21
vpord zmm23, zmm13, zmm14
vpord zmm23, zmm23, zmm1
vpandnd zmm28, zmm30, zmm28
vpsrld zmm15, zmm9, 6
vpandd zmm6, zmm16, zmm6
vpslld zmm9, zmm9, 3
vpternlogd zmm15 {k1}{z}, zmm18, zmm9, 0x1d
vpandnd zmm20, zmm26, zmm20
vpord zmm6, zmm21, zmm6
vpsrld zmm21, zmm31, 6
vpandnd zmm3, zmm15, zmm3
vpandnd zmm11, zmm7, zmm11
vpandnd zmm9, zmm0, zmmword ptr [rdx + 256]
vpslld zmm31, zmm31, 3
vpandnd zmm25, zmm27, zmm25
vpternlogd zmm21 {k1}{z}, zmm18, zmm31, 0x1d
vpandnd zmm5, zmm26, zmm5
vpslld zmm26, zmm6, 3
vpandnd zmm31, zmm30, zmmword ptr [rdx + 320]
vmovdqa64 zmmword ptr [rdx + 256], zmm14
vmovdqa64 zmm14, zmm31
vpternlogd zmm14, zmm9, zmm20, 0xfe
vmovdqa64 zmmword ptr [rdx + 320], zmm31
vpandnd zmm31, zmm7, zmmword ptr [rdx + 192]
vpandnd zmm30, zmm30, zmmword ptr [rdx + 640]
vmovdqa64 zmmword ptr [rdx + 192], zmm20
vpandnd zmm20, zmm15, zmmword ptr [rdx + 128]
vpsrld zmm6, zmm6, 6
vmovdqa64 zmmword ptr [rdx + 640], zmm9
vmovdqa64 zmm9, zmm25
vpternlogd zmm9, zmm20, zmm11, 0xfe
vpternlogd zmm6 {k1}{z}, zmm26, zmm18, 0x1b
vpandnd zmm26, zmm7, zmmword ptr [rdx + 448]
vmovdqa64 zmm18, zmm3
vpternlogd zmm18, zmm2, zmm26, 0xfe
vpandnd zmm4, zmm0, zmm4
vpandnd zmm22, zmm12, zmm22
vmovdqa64 zmmword ptr [rdx + 128], zmm3
vmovdqa64 zmm3, zmm4
vpternlogd zmm3, zmm5, zmm30, 0xe8
vpternlogd zmm5, zmm4, zmm30, 0x01
vpandnd zmm0, zmm0, zmmword ptr [rdx + 512]
vpord zmm30, zmm0, zmm10
vpord zmm30, zmm30, zmm28
vpandnd zmm4, zmm21, zmmword ptr [rdx + 960]
vpternlogd zmm23, zmm30, zmm14, 0xe8
vpandnd zmm8, zmm6, zmm8
vpandnd zmm14, zmm15, zmmword ptr [rdx + 384]
vmovdqa64 zmm30, zmm14
vpternlogd zmm30, zmm31, zmm19, 0xfe
vpternlogd zmm18, zmm9, zmm30, 0xe8
vpandnd zmm30, zmm6, zmmword ptr [rdx + 1088]
vmovdqa64 zmm9, zmm22
vpternlogd zmm9, zmm4, zmm30, 0xfe
vpandnd zmm24, zmm7, zmm24
vpandnd zmm7, zmm21, zmmword ptr [rdx + 704]
vpandnd zmm27, zmm27, zmmword ptr [rdx + 1216]
vmovdqa64 zmmword ptr [rdx + 448], zmm14
vpandnd zmm14, zmm12, zmmword ptr [rdx + 1024]
vmovdqa64 zmmword ptr [rdx + 512], zmm19
vpandnd zmm19, zmm12, zmmword ptr [rdx + 832]
vmovdqa64 zmmword ptr [rdx + 960], zmm31
vpandnd zmm31, zmm6, zmmword ptr [rdx + 896]
vmovdqa64 zmmword ptr [rdx + 384], zmm28
vmovdqa64 zmm28, zmm31
vpternlogd zmm28, zmm7, zmm14, 0xfe
vpandnd zmm15, zmm15, zmmword ptr [rdx + 1152]
vmovdqa64 zmmword ptr [rdx + 1088], zmm31
vmovdqa64 zmm31, zmm24
vpternlogd zmm31, zmm15, zmm27, 0x01
vpternlogd zmm27, zmm15, zmm24, 0xe8
vpord zmm27 {k1}{z}, zmm18, zmm27
vpandnd zmm18, zmm21, zmmword ptr [rdx]
vmovdqa64 zmm15, zmm8
vpternlogd zmm15, zmm19, zmm18, 0xfe
vpord zmm3 {k1}{z}, zmm23, zmm3
vpternlogd zmm15, zmm28, zmm9, 0xe8
vpandd zmm28, zmm3, zmmword ptr [rdx + 576]
vpandnd zmm17, zmm6, zmm17
vpternlogd zmm28, zmm27, zmmword ptr [rdx + 64], 0xf8
vpandnd zmm16, zmm12, zmm16
vpandnd zmm29, zmm21, zmm29
vmovdqa64 zmm21, zmm29
vpternlogd zmm21, zmm17, zmm16, 0x01
vpternlogd zmm29, zmm17, zmm16, 0xe8
vpord zmm29 {k1}{z}, zmm15, zmm29
vpternlogd zmm28, zmm29, zmmword ptr [rdx + 768], 0xf8
vpternlogd zmm28, zmm5, zmm31, 0xfe
vpandnd zmm31, zmm3, zmm13
vpternlogd zmm31, zmm11, zmm27, 0xf4
vpternlogd zmm31, zmm4, zmm29, 0xf4
vpslld zmm5, zmm31, 5
vpshldd zmm15, zmm31, zmm5, 9
vpandnd zmm17, zmm3, zmm1
vpshldd zmm5, zmm31, zmm5, 18
vpternlogd zmm17, zmm20, zmm27, 0xf4
vpternlogd zmm17, zmm29, zmm30, 0xf2
vpslld zmm16, zmm17, 5
vpternlogd zmm15, zmm5, zmm31, 0xfe
vpternlogd zmm11, zmm27, zmm15, 0x70
vmovdqa64 zmmword ptr [rdi + 576], zmm11
vpshldd zmm5, zmm17, zmm16, 18
vpandd zmm12, zmm15, zmm29
vpandnd zmm4, zmm12, zmm4
vpshldd zmm16, zmm17, zmm16, 9
vmovdqa64 zmmword ptr [rdi + 1152], zmm4
vpternlogd zmm16, zmm17, zmm5, 0xfe
vpternlogd zmm20, zmm16, zmm27, 0x70
vmovdqa64 zmmword ptr [rdi + 704], zmm20
vpandd zmm15, zmm15, zmm3
vpandnd zmm13, zmm15, zmm13
vmovdqa64 zmmword ptr [rdi], zmm13
vmovdqa64 zmm15, zmm13
vpternlogd zmm15, zmm11, zmm4, 0xfe
vmovdqa64 zmm5, zmmword ptr [rdx + 256]
vpandnd zmm12, zmm3, zmm5
vpternlogd zmm12, zmm27, zmm25, 0xf2
vpternlogd zmm12, zmm22, zmm29, 0xf4
vpslld zmm6, zmm12, 5
vpternlogd zmm13, zmm4, zmm11, 0xe8
vpshldd zmm4, zmm12, zmm6, 9
vpshldd zmm6, zmm12, zmm6, 18
vpternlogd zmm4, zmm12, zmm6, 0xfe
vpternlogd zmm25, zmm4, zmm27, 0x70
vmovdqa64 zmmword ptr [rdi + 640], zmm25
vpandd zmm6, zmm16, zmm3
vpandnd zmm1, zmm6, zmm1
vmovdqa64 zmmword ptr [rdi + 128], zmm1
vpandnd zmm6, zmm3, zmm0
vpslld zmm11, zmm15, 5
vpternlogd zmm6, zmm26, zmm27, 0xf4
vpternlogd zmm6, zmm29, zmm18, 0xf2
vpandd zmm9, zmm4, zmm3
vpandnd zmm5, zmm9, zmm5
vmovdqa64 zmmword ptr [rdi + 64], zmm5
vpslld zmm9, zmm6, 5
vpandd zmm16, zmm16, zmm29
vpandnd zmm23, zmm3, zmm10
vpternlogd zmm23, zmm27, zmm2, 0xf2
vpshldd zmm24, zmm6, zmm9, 9
vpternlogd zmm23, zmm19, zmm29, 0xf4
vpshldd zmm9, zmm6, zmm9, 18
vpandnd zmm30, zmm16, zmm30
vpternlogd zmm9, zmm6, zmm24, 0xfe
vmovdqa64 zmmword ptr [rdi + 1280], zmm30
vmovdqa64 zmm24, zmm30
vpternlogd zmm24, zmm1, zmm20, 0xe8
vpandnd zmm16, zmm3, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdx + 704], zmm6
vmovdqa64 zmm6, zmmword ptr [rdx + 128]
vpternlogd zmm16, zmm27, zmm6, 0xf2
vpternlogd zmm16, zmm8, zmm29, 0xf4
vpandd zmm4, zmm4, zmm29
vpternlogd zmm26, zmm9, zmm27, 0x70
vmovdqa64 zmmword ptr [rdi + 768], zmm26
vpslld zmm26, zmm23, 5
vmovdqa64 zmmword ptr [rdx + 1216], zmm19
vpshldd zmm19, zmm23, zmm26, 9
vpandd zmm25, zmm9, zmm3
vpandnd zmm0, zmm25, zmm0
vpshldd zmm25, zmm15, zmm11, 9
vmovdqa64 zmmword ptr [rdi + 192], zmm0
vpslld zmm0, zmm16, 5
vpshldd zmm5, zmm16, zmm0, 18
vpshldd zmm0, zmm16, zmm0, 9
vpternlogd zmm0, zmm16, zmm5, 0xfe
vpternlogd zmm6, zmm27, zmm0, 0x70
vpord zmm25, zmm13, zmm25
vmovdqa64 zmmword ptr [rdi + 896], zmm6
vpshldd zmm26, zmm23, zmm26, 18
vpternlogd zmm19, zmm23, zmm26, 0xfe
vpandd zmm26, zmm19, zmm3
vpternlogd zmm2, zmm19, zmm27, 0x70
vmovdqa64 zmmword ptr [rdi + 832], zmm2
vpandnd zmm13, zmm3, zmmword ptr [rdx + 640]
vpandnd zmm10, zmm26, zmm10
vmovdqa64 zmmword ptr [rdi + 256], zmm10
vpternlogd zmm13, zmm27, zmmword ptr [rdx + 960], 0xf2
vpternlogd zmm13, zmm29, zmm7, 0xf2
vpord zmm20, zmm1, zmm20
vpord zmm30, zmm20, zmm30
vpshldd zmm11, zmm15, zmm11, 18
vpandnd zmm20, zmm3, zmmword ptr [rdx + 192]
vpternlogd zmm20, zmm27, zmmword ptr [rdx + 512], 0xf2
vpternlogd zmm20, zmm14, zmm29, 0xf4
vpord zmm11, zmm25, zmm11
vpternlogd zmm31, zmm15, zmm11, 0xb1
vpandd zmm9, zmm9, zmm29
vpxord zmm25, zmm11, zmmword ptr [rdi + 1728]
vmovdqa64 zmmword ptr [rdi + 1728], zmm11
vpandnd zmm22, zmm4, zmm22
vmovdqa64 zmm4, zmmword ptr [rdi + 64]
vmovdqa64 zmm1, zmmword ptr [rdi + 640]
vmovdqa64 zmm26, zmm4
vpternlogd zmm26, zmm1, zmm22, 0xe8
vpslld zmm5, zmm13, 5
vmovdqa64 zmmword ptr [rdi + 1216], zmm22
vpternlogd zmm4, zmm1, zmm22, 0xfe
vpslld zmm22, zmm4, 5
vpshldd zmm1, zmm4, zmm22, 18
vpshldd zmm22, zmm4, zmm22, 9
vpord zmm21, zmm28, zmm21
vpord zmm22, zmm26, zmm22
vpandnd zmm18, zmm9, zmm18
vmovdqa64 zmmword ptr [rdi + 1344], zmm18
vmovdqa64 zmm9, zmmword ptr [rdi + 192]
vmovdqa64 zmm26, zmmword ptr [rdi + 768]
vmovdqa64 zmm28, zmm9
vpternlogd zmm28, zmm26, zmm18, 0xfe
vpandd zmm11, zmm15, zmm11
vpternlogd zmm9, zmm18, zmm26, 0xe8
vpslld zmm18, zmm30, 5
vpshldd zmm26, zmm30, zmm18, 18
vpshldd zmm18, zmm30, zmm18, 9
vpord zmm18, zmm24, zmm18
vpandnd zmm24, zmm3, zmmword ptr [rdx + 320]
vpternlogd zmm24, zmm27, zmmword ptr [rdx + 448], 0xf2
vpternlogd zmm24, zmm29, zmmword ptr [rdx + 1088], 0xf2
vpslld zmm15, zmm24, 5
vpshldd zmm2, zmm24, zmm15, 9
vpshldd zmm15, zmm24, zmm15, 18
vpshldd zmm10, zmm13, zmm5, 18
vpternlogd zmm2, zmm24, zmm15, 0xfe
vpandd zmm15, zmm0, zmm29
vpandnd zmm8, zmm15, zmm8
vmovdqa64 zmmword ptr [rdi + 1472], zmm8
vpshldd zmm5, zmm13, zmm5, 9
vpternlogd zmm5, zmm13, zmm10, 0xfe
vpandd zmm10, zmm5, zmm3
vmovdqa64 zmm15, zmmword ptr [rdx + 960]
vpternlogd zmm15, zmm27, zmm5, 0x70
vmovdqa64 zmmword ptr [rdi + 960], zmm15
vpord zmm26, zmm18, zmm26
vpord zmm1, zmm22, zmm1
vpternlogd zmm17, zmm26, zmm30, 0xd1
vpternlogd zmm12, zmm4, zmm1, 0xb1
vpxord zmm22, zmm1, zmmword ptr [rdi + 1792]
vmovdqa64 zmmword ptr [rdi + 1792], zmm1
vpternlogd zmm11, zmm4, zmm1, 0xf8
vpternlogd zmm11, zmm30, zmm26, 0xf8
vpord zmm22, zmm25, zmm22
vpternlogd zmm22, zmm26, zmmword ptr [rdi + 1856], 0xf6
vmovdqa64 zmmword ptr [rdi + 1856], zmm26
vpslld zmm26, zmm20, 5
vpshldd zmm25, zmm20, zmm26, 18
vpshldd zmm26, zmm20, zmm26, 9
vpternlogd zmm26, zmm20, zmm25, 0xfe
vpord zmm31, zmm21, zmm31
vpternlogd zmm31, zmm12, zmm17, 0xfe
vpandd zmm17, zmm26, zmm3
vpandnd zmm17, zmm17, zmmword ptr [rdx + 192]
vmovdqa64 zmmword ptr [rdi + 448], zmm17
vpandd zmm12, zmm2, zmm3
vpandnd zmm10, zmm10, zmmword ptr [rdx + 640]
vmovdqa64 zmmword ptr [rdi + 384], zmm10
vpandd zmm3, zmm0, zmm3
vpandnd zmm3, zmm3, zmmword ptr [rdx + 384]
vmovdqa64 zmmword ptr [rdi + 320], zmm3
vmovdqa64 zmm0, zmm3
vpternlogd zmm0, zmm6, zmm8, 0xe8
vpandd zmm21, zmm26, zmm27
vpternlogd zmm3, zmm8, zmm6, 0xfe
vpandd zmm5, zmm5, zmm29
vpandnd zmm7, zmm5, zmm7
vmovdqa64 zmmword ptr [rdi + 1536], zmm7
vmovdqa64 zmm5, zmm10
vpternlogd zmm5, zmm7, zmm15, 0xfe
vpternlogd zmm10, zmm7, zmm15, 0xe8
vpandd zmm26, zmm26, zmm29
vpandd zmm19, zmm19, zmm29
vpslld zmm7, zmm3, 5
vpslld zmm15, zmm5, 5
vpandd zmm29, zmm2, zmm29
vpshldd zmm8, zmm3, zmm7, 9
vpord zmm8, zmm0, zmm8
vpandnd zmm21, zmm21, zmmword ptr [rdx + 512]
vmovdqa64 zmmword ptr [rdi + 1024], zmm21
vpshldd zmm7, zmm3, zmm7, 18
vpandnd zmm14, zmm26, zmm14
vmovdqa64 zmmword ptr [rdi + 1600], zmm14
vmovdqa64 zmm26, zmm17
vpternlogd zmm26, zmm14, zmm21, 0xfe
vpternlogd zmm17, zmm21, zmm14, 0xe8
vpslld zmm14, zmm26, 5
vpshldd zmm21, zmm26, zmm14, 18
vpshldd zmm14, zmm26, zmm14, 9
vpandnd zmm19, zmm19, zmmword ptr [rdx + 1216]
vmovdqa64 zmmword ptr [rdi + 1408], zmm19
vmovdqa64 zmm0, zmmword ptr [rdi + 256]
vmovdqa64 zmm6, zmmword ptr [rdi + 832]
vmovdqa64 zmm25, zmm0
vpternlogd zmm25, zmm19, zmm6, 0xfe
vpternlogd zmm0, zmm19, zmm6, 0xe8
vpslld zmm19, zmm25, 5
vpshldd zmm6, zmm25, zmm19, 9
vpshldd zmm30, zmm5, zmm15, 9
vpord zmm30, zmm10, zmm30
vpshldd zmm19, zmm25, zmm19, 18
vpternlogd zmm19, zmm0, zmm6, 0xfe
vpandnd zmm12, zmm12, zmmword ptr [rdx + 320]
vpternlogd zmm23, zmm25, zmm19, 0xb1
vmovdqa64 zmmword ptr [rdi + 512], zmm12
vpandd zmm27, zmm2, zmm27
vpandnd zmm27, zmm27, zmmword ptr [rdx + 448]
vmovdqa64 zmmword ptr [rdi + 1088], zmm27
vpslld zmm2, zmm28, 5
vpshldd zmm15, zmm5, zmm15, 18
vpandnd zmm29, zmm29, zmmword ptr [rdx + 1088]
vmovdqa64 zmm6, zmm12
vpternlogd zmm6, zmm29, zmm27, 0xfe
vmovdqa64 zmmword ptr [rdi + 1664], zmm29
vpternlogd zmm27, zmm12, zmm29, 0xe8
vpslld zmm29, zmm6, 5
vpshldd zmm12, zmm6, zmm29, 9
vpshldd zmm29, zmm6, zmm29, 18
vpord zmm14, zmm17, zmm14
vpshldd zmm17, zmm28, zmm2, 18
vpord zmm7, zmm8, zmm7
vpshldd zmm2, zmm28, zmm2, 9
vpord zmm2, zmm9, zmm2
vpternlogd zmm16, zmm3, zmm7, 0xb1
vpord zmm17, zmm2, zmm17
vpternlogd zmm22, zmm17, zmmword ptr [rdi + 1920], 0xf6
vpternlogd zmm11, zmm28, zmm17, 0xf8
vmovdqa64 zmmword ptr [rdi + 1920], zmm17
vpord zmm21, zmm14, zmm21
vpternlogd zmm22, zmm19, zmmword ptr [rdi + 1984], 0xf6
vmovdqa64 zmmword ptr [rdi + 1984], zmm19
vpternlogd zmm11, zmm25, zmm19, 0xf8
vpord zmm12, zmm27, zmm12
vpternlogd zmm11, zmm3, zmm7, 0xf8
vpternlogd zmm22, zmm7, zmmword ptr [rdi + 2048], 0xf6
vpord zmm15, zmm30, zmm15
vpternlogd zmm13, zmm5, zmm15, 0xb1
vpternlogd zmm17, zmm28, zmmword ptr [rdx + 704], 0xa3
vpord zmm17, zmm31, zmm17
vpternlogd zmm20, zmm26, zmm21, 0xb1
vpternlogd zmm11, zmm5, zmm15, 0xf8
vpord zmm23, zmm17, zmm23
vpternlogd zmm11, zmm26, zmm21, 0xf8
vmovdqa64 zmmword ptr [rdi + 2048], zmm7
vpternlogd zmm22, zmm15, zmmword ptr [rdi + 2112], 0xf6
vpord zmm16, zmm23, zmm16
vpternlogd zmm22, zmm21, zmmword ptr [rdi + 2176], 0xf6
vmovdqa64 zmmword ptr [rdi + 2176], zmm21
vmovdqa64 zmmword ptr [rdi + 2112], zmm15
vpord zmm13, zmm16, zmm13
vpord zmm29, zmm12, zmm29
vpternlogd zmm24, zmm6, zmm29, 0xb1
vpternlogd zmm13, zmm24, zmm20, 0xfe
vpternlogd zmm11, zmm6, zmm29, 0xf8
vpternlogd zmm22, zmm29, zmmword ptr [rdi + 2240], 0xf6
vmovdqa64 zmmword ptr [rdi + 2240], zmm29
vmovdqa64 zmm29, zmmword ptr [rsi + 128]
vptestmd k4, zmm22, zmm29
vptestmd k2, zmm13, zmm29
vptestmd k3, zmm11, zmm11
