# The pass for eight lanes with AVX2: `pass::pass`, in an order and with
# registers that were found by search, measured on Zen 5. Made by
# `scripts/lane-pass`, which is in the history until 4e08a9e.
#
# rdi             the group: x[0], x[1], x[2], has_other, nine vectors each
# rsi             constants: LEAD, BAND, ALL, zero
# rdx             memory for vectors that have no register
# rcx             all ones in lanes that are not frozen, zero in the others
# eax, r8d, r9d   out: lanes without contradiction (perhaps frozen ones too), not open, not changed

vmovdqa ymm0, ymmword ptr [rdi + 864]
vpandn ymm1, ymm0, ymmword ptr [rdi]
vmovdqa ymm2, ymmword ptr [rdi + 896]
vpandn ymm3, ymm2, ymmword ptr [rdi + 32]
vmovdqa ymm4, ymmword ptr [rdi + 928]
vpandn ymm5, ymm4, ymmword ptr [rdi + 64]
vmovdqa ymm6, ymmword ptr [rdi + 960]
vpandn ymm7, ymm6, ymmword ptr [rdi + 96]
vmovdqa ymm8, ymmword ptr [rdi + 992]
vpandn ymm9, ymm8, ymmword ptr [rdi + 128]
vmovdqa ymm10, ymmword ptr [rdi + 1024]
vpandn ymm11, ymm10, ymmword ptr [rdi + 160]
vpor ymm5, ymm1, ymm5
vpor ymm7, ymm3, ymm7
vpandn ymm3, ymm0, ymmword ptr [rdi + 288]
vmovdqa ymm1, ymmword ptr [rdi + 1056]
vpandn ymm12, ymm1, ymmword ptr [rdi + 192]
vpor ymm9, ymm5, ymm9
vpor ymm11, ymm7, ymm11
vpandn ymm7, ymm2, ymmword ptr [rdi + 320]
vpandn ymm5, ymm4, ymmword ptr [rdi + 352]
vmovdqa ymm13, ymmword ptr [rdi + 1088]
vpandn ymm14, ymm13, ymmword ptr [rdi + 224]
vpandn ymm15, ymm6, ymmword ptr [rdi + 384]
vpor ymm12, ymm9, ymm12
vpor ymm5, ymm3, ymm5
vpor ymm14, ymm11, ymm14
vmovdqa ymm11, ymmword ptr [rdi + 1120]
vpandn ymm3, ymm11, ymmword ptr [rdi + 256]
vpor ymm15, ymm7, ymm15
vpandn ymm7, ymm8, ymmword ptr [rdi + 416]
vpandn ymm9, ymm10, ymmword ptr [rdi + 448]
vpor ymm3, ymm12, ymm3
vpandn ymm12, ymm0, ymmword ptr [rdi + 576]
vpor ymm7, ymm5, ymm7
vpor ymm9, ymm15, ymm9
vpandn ymm15, ymm1, ymmword ptr [rdi + 480]
vpandn ymm5, ymm2, ymmword ptr [rdi + 608]
vpandn ymm2, ymm4, ymmword ptr [rdi + 640]
vpandn ymm4, ymm13, ymmword ptr [rdi + 512]
vpor ymm15, ymm7, ymm15
vpandn ymm7, ymm6, ymmword ptr [rdi + 672]
vpor ymm2, ymm12, ymm2
vpor ymm4, ymm9, ymm4
vpandn ymm9, ymm11, ymmword ptr [rdi + 544]
vpor ymm7, ymm5, ymm7
vpandn ymm5, ymm8, ymmword ptr [rdi + 704]
vpandn ymm12, ymm10, ymmword ptr [rdi + 736]
vpor ymm9, ymm15, ymm9
vpandn ymm15, ymm1, ymmword ptr [rdi + 768]
vpor ymm5, ymm2, ymm5
vpor ymm12, ymm7, ymm12
vpor ymm4, ymm9, ymm4
vpor ymm14, ymm3, ymm14
vpor ymm15, ymm5, ymm15
vpandn ymm5, ymm13, ymmword ptr [rdi + 800]
vpand ymm3, ymm14, ymm0
vpand ymm9, ymm14, ymmword ptr [rdi + 896]
vpand ymm7, ymm14, ymmword ptr [rdi + 928]
vpandn ymm3, ymm3, ymmword ptr [rdi]
vpand ymm2, ymm14, ymm8
vpandn ymm9, ymm9, ymmword ptr [rdi + 32]
vpandn ymm7, ymm7, ymmword ptr [rdi + 64]
vpand ymm8, ymm14, ymm6
vpand ymm13, ymm4, ymm0
vpor ymm0, ymm3, ymm9
vpandn ymm2, ymm2, ymmword ptr [rdi + 128]
vpandn ymm8, ymm8, ymmword ptr [rdi + 96]
vpandn ymm13, ymm13, ymmword ptr [rdi + 288]
vpor ymm0, ymm0, ymm7
vmovdqa ymmword ptr [rdx], ymm7
vpand ymm7, ymm4, ymmword ptr [rdi + 896]
vmovdqa ymmword ptr [rdx + 32], ymm9
vpand ymm9, ymm14, ymm10
vmovdqa ymmword ptr [rdx + 64], ymm3
vpand ymm3, ymm4, ymmword ptr [rdi + 928]
vpor ymm10, ymm8, ymm2
vpandn ymm7, ymm7, ymmword ptr [rdi + 320]
vpandn ymm9, ymm9, ymmword ptr [rdi + 160]
vpandn ymm3, ymm3, ymmword ptr [rdi + 352]
vpor ymm5, ymm12, ymm5
vpor ymm12, ymm13, ymm7
vpor ymm10, ymm10, ymm9
vmovdqa ymmword ptr [rdx + 96], ymm7
vpandn ymm7, ymm11, ymmword ptr [rdi + 832]
vmovdqa ymmword ptr [rdx + 128], ymm13
vpand ymm13, ymm14, ymm1
vpor ymm12, ymm12, ymm3
vmovdqa ymmword ptr [rdx + 160], ymm3
vpand ymm3, ymm4, ymm6
vpor ymm7, ymm15, ymm7
vpandn ymm13, ymm13, ymmword ptr [rdi + 192]
vpand ymm15, ymm14, ymmword ptr [rdi + 1088]
vpandn ymm3, ymm3, ymmword ptr [rdi + 384]
vpor ymm5, ymm7, ymm5
vpand ymm7, ymm4, ymmword ptr [rdi + 992]
vpandn ymm15, ymm15, ymmword ptr [rdi + 224]
vmovdqa ymmword ptr [rdx + 192], ymm9
vpand ymm9, ymm14, ymm11
vmovdqa ymmword ptr [rdx + 224], ymm14
vpand ymm14, ymm5, ymmword ptr [rdi + 864]
vpandn ymm7, ymm7, ymmword ptr [rdi + 416]
vmovdqa ymmword ptr [rdx + 256], ymm2
vpand ymm2, ymm5, ymmword ptr [rdi + 896]
vpandn ymm9, ymm9, ymmword ptr [rdi + 256]
vpandn ymm14, ymm14, ymmword ptr [rdi + 576]
vmovdqa ymmword ptr [rdx + 288], ymm8
vpand ymm8, ymm4, ymmword ptr [rdi + 1024]
vpandn ymm2, ymm2, ymmword ptr [rdi + 608]
vpor ymm11, ymm13, ymm15
vmovdqa ymmword ptr [rdx + 320], ymm15
vpand ymm15, ymm5, ymmword ptr [rdi + 928]
vpandn ymm8, ymm8, ymmword ptr [rdi + 448]
vmovdqa ymmword ptr [rdx + 352], ymm13
vpor ymm13, ymm3, ymm7
vpor ymm11, ymm11, ymm9
vpandn ymm15, ymm15, ymmword ptr [rdi + 640]
vmovdqa ymmword ptr [rdx + 384], ymm7
vpsrld ymm7, ymm0, 2
vpor ymm13, ymm13, ymm8
vmovdqa ymmword ptr [rdx + 416], ymm8
vpor ymm8, ymm14, ymm2
vmovdqa ymmword ptr [rdx + 448], ymm2
vpaddd ymm2, ymm0, ymm0
vmovdqa ymmword ptr [rdx + 480], ymm14
vpand ymm14, ymm4, ymm1
vmovdqa ymmword ptr [rdx + 512], ymm3
vmovdqa ymm3, ymmword ptr [rsi]
vpand ymm7, ymm3, ymm7
vpor ymm8, ymm8, ymm15
vmovdqa ymmword ptr [rdx + 544], ymm15
vpand ymm15, ymm5, ymm6
vpandn ymm14, ymm14, ymmword ptr [rdi + 480]
vpandn ymm2, ymm3, ymm2
vpand ymm6, ymm4, ymmword ptr [rdi + 1088]
vmovdqa ymmword ptr [rdx + 576], ymm9
vpand ymm9, ymm5, ymmword ptr [rdi + 992]
vpsrld ymm1, ymm10, 2
vpor ymm2, ymm7, ymm2
vpandn ymm6, ymm6, ymmword ptr [rdi + 512]
vpand ymm7, ymm4, ymmword ptr [rdi + 1120]
vmovdqa ymmword ptr [rdx + 608], ymm4
vpaddd ymm4, ymm10, ymm10
vmovdqa ymmword ptr [rdx + 640], ymm0
vpand ymm0, ymm5, ymmword ptr [rdi + 1024]
vpand ymm1, ymm3, ymm1
vpandn ymm7, ymm7, ymmword ptr [rdi + 544]
vpandn ymm15, ymm15, ymmword ptr [rdi + 672]
vmovdqa ymmword ptr [rdx + 672], ymm8
vpor ymm8, ymm14, ymm6
vpandn ymm0, ymm0, ymmword ptr [rdi + 736]
vpandn ymm4, ymm3, ymm4
vpandn ymm9, ymm9, ymmword ptr [rdi + 704]
vpor ymm8, ymm8, ymm7
vmovdqa ymmword ptr [rdx + 704], ymm7
vpsrld ymm7, ymm12, 2
vpor ymm4, ymm1, ymm4
vpor ymm1, ymm15, ymm9
vmovdqa ymmword ptr [rdx + 736], ymm9
vpsrld ymm9, ymm11, 2
vmovdqa ymmword ptr [rdx + 768], ymm6
vpaddd ymm6, ymm12, ymm12
vmovdqa ymmword ptr [rdx + 800], ymm15
vpand ymm15, ymm5, ymmword ptr [rdi + 1056]
vmovdqa ymmword ptr [rdx + 832], ymm14
vpaddd ymm14, ymm11, ymm11
vpand ymm7, ymm3, ymm7
vpand ymm9, ymm3, ymm9
vpandn ymm15, ymm15, ymmword ptr [rdi + 768]
vpandn ymm6, ymm3, ymm6
vmovdqa ymmword ptr [rdx + 864], ymm12
vpand ymm12, ymm5, ymmword ptr [rdi + 1088]
vpandn ymm14, ymm3, ymm14
vpor ymm1, ymm1, ymm0
vpor ymm6, ymm7, ymm6
vpandn ymm12, ymm12, ymmword ptr [rdi + 800]
vpor ymm14, ymm9, ymm14
vpsrld ymm9, ymm13, 2
vpand ymm7, ymm5, ymmword ptr [rdi + 1120]
vmovdqa ymmword ptr [rdx + 896], ymm5
vpaddd ymm5, ymm13, ymm13
vmovdqa ymmword ptr [rdx + 928], ymm0
vpand ymm0, ymm10, ymm14
vmovdqa ymmword ptr [rdx + 960], ymm6
vpand ymm6, ymm11, ymm4
vpandn ymm7, ymm7, ymmword ptr [rdi + 832]
vpand ymm9, ymm3, ymm9
vmovdqa ymmword ptr [rdx + 992], ymm13
vpor ymm13, ymm15, ymm12
vpor ymm6, ymm0, ymm6
vpandn ymm5, ymm3, ymm5
vpand ymm11, ymm11, ymm2
vpor ymm13, ymm13, ymm7
vmovdqa ymm0, ymmword ptr [rdx + 672]
vmovdqa ymmword ptr [rdx + 1024], ymm12
vpsrld ymm12, ymm0, 2
vpor ymm5, ymm9, ymm5
vpand ymm14, ymm14, ymmword ptr [rdx + 640]
vpsrld ymm9, ymm8, 2
vmovdqa ymmword ptr [rdx + 1056], ymm15
vpaddd ymm15, ymm0, ymm0
vpaddd ymm0, ymm8, ymm8
vpor ymm14, ymm11, ymm14
vpand ymm12, ymm3, ymm12
vpand ymm4, ymm4, ymmword ptr [rdx + 640]
vpand ymm9, ymm3, ymm9
vpandn ymm15, ymm3, ymm15
vpand ymm2, ymm10, ymm2
vpandn ymm0, ymm3, ymm0
vpsrld ymm10, ymm1, 2
vpor ymm15, ymm12, ymm15
vpor ymm2, ymm4, ymm2
vpor ymm0, ymm9, ymm0
vpsrld ymm9, ymm6, 2
vpaddd ymm4, ymm1, ymm1
vpaddd ymm6, ymm6, ymm6
vpand ymm12, ymm0, ymmword ptr [rdx + 992]
vpand ymm11, ymm8, ymm5
vpand ymm10, ymm3, ymm10
vpand ymm9, ymm3, ymm9
vpandn ymm4, ymm3, ymm4
vpor ymm11, ymm12, ymm11
vpandn ymm6, ymm3, ymm6
vpand ymm8, ymm8, ymmword ptr [rdx + 960]
vpor ymm4, ymm10, ymm4
vpand ymm0, ymm0, ymmword ptr [rdx + 864]
vpor ymm6, ymm9, ymm6
vpsrld ymm9, ymm13, 2
vpaddd ymm10, ymm13, ymm13
vpor ymm0, ymm8, ymm0
vpandn ymm6, ymm6, ymmword ptr [rcx]
vpand ymm5, ymm5, ymmword ptr [rdx + 864]
vpand ymm9, ymm3, ymm9
vmovdqa ymm8, ymmword ptr [rdx + 960]
vpand ymm8, ymm8, ymmword ptr [rdx + 992]
vpandn ymm10, ymm3, ymm10
vpsrld ymm12, ymm14, 2
vpaddd ymm14, ymm14, ymm14
vpor ymm8, ymm5, ymm8
vpor ymm10, ymm9, ymm10
vpsrld ymm9, ymm11, 2
vpand ymm12, ymm3, ymm12
vpaddd ymm11, ymm11, ymm11
vpand ymm5, ymm1, ymm10
vmovdqa ymmword ptr [rdx + 640], ymm7
vpand ymm7, ymm13, ymm4
vpandn ymm14, ymm3, ymm14
vpand ymm9, ymm3, ymm9
vpandn ymm11, ymm3, ymm11
vpor ymm7, ymm5, ymm7
vpor ymm14, ymm12, ymm14
vpand ymm13, ymm13, ymm15
vpaddd ymm12, ymm2, ymm2
vpor ymm11, ymm9, ymm11
vmovdqa ymm9, ymmword ptr [rcx]
vpandn ymm14, ymm14, ymm9
vpand ymm10, ymm10, ymmword ptr [rdx + 672]
vpsrld ymm2, ymm2, 2
vpandn ymm11, ymm11, ymm9
vpandn ymm12, ymm3, ymm12
vpor ymm10, ymm13, ymm10
vpand ymm2, ymm3, ymm2
vpsrld ymm13, ymm0, 2
vpand ymm4, ymm4, ymmword ptr [rdx + 672]
vpaddd ymm0, ymm0, ymm0
vpor ymm12, ymm2, ymm12
vpand ymm15, ymm1, ymm15
vpand ymm13, ymm3, ymm13
vpandn ymm1, ymm6, ymmword ptr [rdx + 64]
vpandn ymm12, ymm12, ymm9
vpor ymm15, ymm4, ymm15
vpandn ymm0, ymm3, ymm0
vpsrld ymm4, ymm7, 2
vpandn ymm2, ymm6, ymmword ptr [rdx + 32]
vpaddd ymm7, ymm7, ymm7
vpor ymm0, ymm13, ymm0
vpand ymm4, ymm3, ymm4
vpsrld ymm13, ymm8, 2
vpandn ymm7, ymm3, ymm7
vpandn ymm0, ymm0, ymm9
vpaddd ymm8, ymm8, ymm8
vpand ymm13, ymm3, ymm13
vpor ymm7, ymm4, ymm7
vpandn ymm6, ymm6, ymmword ptr [rdx]
vpandn ymm8, ymm3, ymm8
vpsrld ymm4, ymm10, 2
vpandn ymm7, ymm7, ymm9
vpandn ymm5, ymm14, ymmword ptr [rdx + 288]
vpor ymm8, ymm13, ymm8
vpaddd ymm10, ymm10, ymm10
vpandn ymm13, ymm14, ymmword ptr [rdx + 256]
vpand ymm4, ymm3, ymm4
vpandn ymm8, ymm8, ymm9
vpor ymm9, ymm1, ymm5
vpandn ymm14, ymm14, ymmword ptr [rdx + 192]
vmovdqa ymmword ptr [rdx + 864], ymm5
vpandn ymm5, ymm11, ymmword ptr [rdx + 128]
vpandn ymm10, ymm3, ymm10
vmovdqa ymmword ptr [rdx + 992], ymm1
vpandn ymm1, ymm12, ymmword ptr [rdx + 352]
vpandn ymm3, ymm11, ymmword ptr [rdx + 96]
vmovdqa ymmword ptr [rdx + 960], ymm5
vpor ymm5, ymm2, ymm13
vpor ymm10, ymm4, ymm10
vpor ymm9, ymm9, ymm1
vpandn ymm4, ymm12, ymmword ptr [rdx + 320]
vpandn ymm11, ymm11, ymmword ptr [rdx + 160]
vpandn ymm10, ymm10, ymmword ptr [rcx]
vpandn ymm12, ymm12, ymmword ptr [rdx + 576]
vpor ymm5, ymm5, ymm4
vmovdqa ymmword ptr [rdx + 672], ymm4
vpandn ymm4, ymm0, ymmword ptr [rdx + 512]
vmovdqa ymmword ptr [rdx + 64], ymm1
vpsrld ymm1, ymm15, 2
vmovdqa ymmword ptr [rdx + 32], ymm13
vpor ymm13, ymm6, ymm14
vpaddd ymm15, ymm15, ymm15
vmovdqa ymmword ptr [rdx], ymm14
vpsrld ymm14, ymm9, 6
vmovdqa ymmword ptr [rdx + 288], ymm6
vmovdqa ymm6, ymmword ptr [rsi]
vpand ymm1, ymm6, ymm1
vpor ymm13, ymm13, ymm12
vmovdqa ymmword ptr [rdx + 256], ymm12
vpslld ymm12, ymm9, 3
vmovdqa ymmword ptr [rdx + 192], ymm2
vmovdqa ymm2, ymmword ptr [rsi + 32]
vpand ymm14, ymm2, ymm14
vmovdqa ymmword ptr [rdx + 128], ymm9
vpandn ymm9, ymm7, ymmword ptr [rdx + 480]
vpandn ymm15, ymm6, ymm15
vpandn ymm12, ymm2, ymm12
vpandn ymm6, ymm0, ymmword ptr [rdx + 384]
vpandn ymm2, ymm7, ymmword ptr [rdx + 448]
vpor ymm15, ymm1, ymm15
vpor ymm12, ymm14, ymm12
vpsrld ymm14, ymm5, 6
vpor ymm1, ymm3, ymm6
vpandn ymm15, ymm15, ymmword ptr [rcx]
vpandn ymm0, ymm0, ymmword ptr [rdx + 416]
vpandn ymm7, ymm7, ymmword ptr [rdx + 544]
vmovdqa ymmword ptr [rdx + 352], ymm3
vpslld ymm3, ymm5, 3
vmovdqa ymmword ptr [rdx + 96], ymm6
vpandn ymm6, ymm8, ymmword ptr [rdx + 832]
vmovdqa ymmword ptr [rdx + 320], ymm12
vpandn ymm12, ymm10, ymmword ptr [rdx + 800]
vmovdqa ymmword ptr [rdx + 160], ymm7
vmovdqa ymm7, ymmword ptr [rsi + 32]
vpand ymm14, ymm7, ymm14
vmovdqa ymmword ptr [rdx + 576], ymm5
vpandn ymm5, ymm8, ymmword ptr [rdx + 768]
vmovdqa ymmword ptr [rdx + 512], ymm2
vpandn ymm2, ymm10, ymmword ptr [rdx + 736]
vpandn ymm3, ymm7, ymm3
vpandn ymm7, ymm15, ymmword ptr [rdx + 640]
vpor ymm1, ymm1, ymm5
vpandn ymm8, ymm8, ymmword ptr [rdx + 704]
vpandn ymm10, ymm10, ymmword ptr [rdx + 928]
vpor ymm3, ymm14, ymm3
vpor ymm14, ymm4, ymmword ptr [rdx + 960]
vmovdqa ymmword ptr [rdx + 480], ymm5
vpandn ymm5, ymm15, ymmword ptr [rdx + 1056]
vmovdqa ymmword ptr [rdx + 384], ymm4
vpsrld ymm4, ymm13, 6
vpandn ymm15, ymm15, ymmword ptr [rdx + 1024]
vpor ymm14, ymm14, ymm6
vmovdqa ymmword ptr [rdx + 448], ymm6
vpslld ymm6, ymm13, 3
vmovdqa ymmword ptr [rdx + 416], ymm7
vpor ymm7, ymm11, ymm0
vmovdqa ymmword ptr [rdx + 544], ymm11
vpsrld ymm11, ymm1, 6
vmovdqa ymmword ptr [rdx + 832], ymm0
vpsrld ymm0, ymm14, 6
vmovdqa ymmword ptr [rdx + 800], ymm10
vpslld ymm10, ymm14, 3
vpor ymm7, ymm7, ymm8
vmovdqa ymmword ptr [rdx + 768], ymm8
vmovdqa ymm8, ymmword ptr [rsi + 32]
vpand ymm4, ymm8, ymm4
vpand ymm0, ymm8, ymm0
vpandn ymm10, ymm8, ymm10
vmovdqa ymmword ptr [rdx + 736], ymm14
vpor ymm14, ymm9, ymm12
vpandn ymm6, ymm8, ymm6
vmovdqa ymmword ptr [rdx + 640], ymm12
vpor ymm12, ymm2, ymmword ptr [rdx + 512]
vpor ymm10, ymm0, ymm10
vpor ymm14, ymm14, ymm5
vpor ymm6, ymm4, ymm6
vpslld ymm4, ymm1, 3
vpor ymm12, ymm12, ymm15
vpsrld ymm0, ymm14, 6
vmovdqa ymmword ptr [rdx + 704], ymm15
vpand ymm15, ymm6, ymmword ptr [rdx + 576]
vmovdqa ymmword ptr [rdx + 928], ymm5
vpand ymm5, ymm13, ymm3
vpand ymm11, ymm8, ymm11
vmovdqa ymmword ptr [rdx + 1056], ymm2
vmovdqa ymm2, ymmword ptr [rdx + 160]
vmovdqa ymmword ptr [rdx + 1024], ymm9
vpor ymm9, ymm2, ymmword ptr [rdx + 800]
vpandn ymm4, ymm8, ymm4
vpor ymm5, ymm15, ymm5
vpand ymm15, ymm13, ymmword ptr [rdx + 320]
vpor ymm9, ymm9, ymmword ptr [rdx + 416]
vpor ymm4, ymm11, ymm4
vpand ymm6, ymm6, ymmword ptr [rdx + 128]
vpsrld ymm11, ymm7, 6
vpslld ymm2, ymm14, 3
vmovdqa ymmword ptr [rdx + 1088], ymm13
vpslld ymm13, ymm7, 3
vpor ymm6, ymm15, ymm6
vpand ymm0, ymm8, ymm0
vpand ymm3, ymm3, ymmword ptr [rdx + 128]
vpand ymm11, ymm8, ymm11
vpsrld ymm15, ymm12, 6
vpandn ymm2, ymm8, ymm2
vmovdqa ymmword ptr [rdx + 1120], ymm14
vmovdqa ymm14, ymmword ptr [rdx + 576]
vmovdqa ymmword ptr [rdx + 1152], ymm6
vpand ymm6, ymm14, ymmword ptr [rdx + 320]
vpandn ymm13, ymm8, ymm13
vpslld ymm14, ymm12, 3
vpor ymm2, ymm0, ymm2
vpor ymm6, ymm3, ymm6
vpor ymm13, ymm11, ymm13
vpsrld ymm11, ymm5, 6
vpslld ymm5, ymm5, 3
vpand ymm3, ymm7, ymm4
vpand ymm0, ymm1, ymm13
vpand ymm15, ymm8, ymm15
vpand ymm11, ymm8, ymm11
vpandn ymm14, ymm8, ymm14
vpor ymm3, ymm0, ymm3
vpandn ymm5, ymm8, ymm5
vpand ymm0, ymm7, ymm10
vpor ymm14, ymm15, ymm14
vpand ymm13, ymm13, ymmword ptr [rdx + 736]
vpor ymm5, ymm11, ymm5
vpsrld ymm11, ymm9, 6
vpslld ymm15, ymm9, 3
vpor ymm13, ymm0, ymm13
vpandn ymm5, ymm5, ymmword ptr [rcx]
vmovdqa ymm0, ymmword ptr [rdx + 1152]
vmovdqa ymmword ptr [rdx + 320], ymm7
vpsrld ymm7, ymm0, 6
vpand ymm4, ymm4, ymmword ptr [rdx + 736]
vpand ymm11, ymm8, ymm11
vpslld ymm0, ymm0, 3
vpand ymm10, ymm1, ymm10
vpandn ymm15, ymm8, ymm15
vpand ymm7, ymm8, ymm7
vpandn ymm0, ymm8, ymm0
vpor ymm10, ymm4, ymm10
vpor ymm15, ymm11, ymm15
vpsrld ymm11, ymm3, 6
vpor ymm0, ymm7, ymm0
vpslld ymm3, ymm3, 3
vpand ymm7, ymm12, ymm15
vpand ymm4, ymm9, ymm14
vpandn ymm0, ymm0, ymmword ptr [rcx]
vpand ymm11, ymm8, ymm11
vmovdqa ymmword ptr [rdx + 1152], ymm1
vpsrld ymm1, ymm6, 6
vpor ymm4, ymm7, ymm4
vpandn ymm3, ymm8, ymm3
vpand ymm7, ymm9, ymm2
vpslld ymm6, ymm6, 3
vmovdqa ymmword ptr [rdx + 1184], ymm9
vmovdqa ymm9, ymmword ptr [rdx + 1120]
vpand ymm15, ymm9, ymm15
vpor ymm3, ymm11, ymm3
vpand ymm1, ymm8, ymm1
vpandn ymm6, ymm8, ymm6
vpor ymm15, ymm7, ymm15
vpandn ymm3, ymm3, ymmword ptr [rcx]
vpsrld ymm7, ymm13, 6
vpand ymm14, ymm9, ymm14
vpor ymm6, ymm1, ymm6
vpslld ymm13, ymm13, 3
vpand ymm2, ymm12, ymm2
vpand ymm7, ymm8, ymm7
vpandn ymm6, ymm6, ymmword ptr [rcx]
vpandn ymm1, ymm5, ymmword ptr [rdx + 992]
vpor ymm2, ymm14, ymm2
vpandn ymm13, ymm8, ymm13
vpsrld ymm14, ymm4, 6
vpandn ymm11, ymm0, ymmword ptr [rdx + 192]
vpslld ymm4, ymm4, 3
vpor ymm13, ymm7, ymm13
vpandn ymm7, ymm6, ymmword ptr [rdx + 288]
vpand ymm14, ymm8, ymm14
vpsrld ymm9, ymm10, 6
vpandn ymm4, ymm8, ymm4
vpslld ymm10, ymm10, 3
vmovdqa ymmword ptr [rdx + 992], ymm12
vpandn ymm12, ymm5, ymmword ptr [rdx + 864]
vpand ymm9, ymm8, ymm9
vpor ymm4, ymm14, ymm4
vpandn ymm14, ymm0, ymmword ptr [rdx + 32]
vpandn ymm10, ymm8, ymm10
vpsrld ymm8, ymm15, 6
vpandn ymm4, ymm4, ymmword ptr [rcx]
vmovdqa ymmword ptr [rdx + 192], ymm4
vpandn ymm4, ymm6, ymmword ptr [rdx]
vpor ymm10, ymm9, ymm10
vpslld ymm15, ymm15, 3
vpor ymm9, ymm12, ymm14
vmovdqa ymmword ptr [rdx + 288], ymm14
vpor ymm14, ymm1, ymm11
vmovdqa ymmword ptr [rdx + 864], ymm12
vmovdqa ymm12, ymmword ptr [rsi + 32]
vpand ymm8, ymm12, ymm8
vmovdqa ymmword ptr [rdx + 32], ymm11
vpandn ymm11, ymm5, ymmword ptr [rdx + 128]
vpor ymm9, ymm9, ymm4
vpor ymm14, ymm14, ymm7
vpandn ymm13, ymm13, ymmword ptr [rcx]
vpandn ymm15, ymm12, ymm15
vpandn ymm5, ymm5, ymmword ptr [rdx + 64]
vmovdqa ymmword ptr [rdx], ymm4
vpandn ymm4, ymm0, ymmword ptr [rdx + 576]
vpandn ymm0, ymm0, ymmword ptr [rdx + 672]
vpor ymm15, ymm8, ymm15
vpandn ymm8, ymm6, ymmword ptr [rdx + 1088]
vpandn ymm6, ymm6, ymmword ptr [rdx + 256]
vmovdqa ymmword ptr [rdx + 128], ymm7
vpsrld ymm7, ymm2, 6
vmovdqa ymmword ptr [rdx + 64], ymm1
vmovdqa ymm1, ymmword ptr [rcx]
vpandn ymm15, ymm15, ymm1
vmovdqa ymmword ptr [rdx + 576], ymm8
vpor ymm8, ymm5, ymm0
vpslld ymm2, ymm2, 3
vmovdqa ymmword ptr [rdx + 672], ymm0
vpandn ymm0, ymm3, ymmword ptr [rdx + 384]
vpand ymm7, ymm12, ymm7
vpor ymm8, ymm8, ymm6
vmovdqa ymmword ptr [rdx + 1088], ymm6
vpandn ymm6, ymm13, ymmword ptr [rdx + 96]
vpandn ymm10, ymm10, ymm1
vpandn ymm2, ymm12, ymm2
vpandn ymm12, ymm3, ymmword ptr [rdx + 960]
vmovdqa ymmword ptr [rdx + 256], ymm5
vpor ymm5, ymm0, ymm6
vmovdqa ymmword ptr [rdx + 384], ymm6
vpandn ymm6, ymm10, ymmword ptr [rdx + 832]
vpor ymm2, ymm7, ymm2
vpandn ymm7, ymm13, ymmword ptr [rdx + 352]
vmovdqa ymmword ptr [rdx + 96], ymm0
vpor ymm0, ymm14, ymm9
vpor ymm5, ymm5, ymm6
vpandn ymm2, ymm2, ymm1
vmovdqa ymmword ptr [rdx + 960], ymm6
vpor ymm6, ymm12, ymm7
vpandn ymm1, ymm10, ymmword ptr [rdx + 544]
vmovdqa ymmword ptr [rdx + 832], ymm7
vmovdqa ymm7, ymmword ptr [rdx + 192]
vmovdqa ymmword ptr [rdx + 352], ymm12
vpandn ymm12, ymm7, ymmword ptr [rdx + 1024]
vpand ymm9, ymm14, ymm9
vpandn ymm14, ymm3, ymmword ptr [rdx + 448]
vpor ymm6, ymm6, ymm1
vmovdqa ymmword ptr [rdx + 544], ymm1
vpandn ymm1, ymm15, ymmword ptr [rdx + 512]
vpand ymm0, ymm8, ymm0
vpandn ymm8, ymm13, ymmword ptr [rdx + 480]
vpandn ymm7, ymm2, ymmword ptr [rdx + 160]
vmovdqa ymmword ptr [rdx + 1024], ymm5
vpandn ymm5, ymm10, ymmword ptr [rdx + 768]
vpor ymm0, ymm9, ymm0
vpor ymm9, ymm12, ymm1
vmovdqa ymmword ptr [rdx + 448], ymm1
vpor ymm1, ymm11, ymm4
vmovdqa ymmword ptr [rdx + 512], ymm12
vpor ymm12, ymm14, ymm8
vpand ymm4, ymm11, ymm4
vpor ymm9, ymm9, ymm7
vmovdqa ymm11, ymmword ptr [rdx + 192]
vmovdqa ymmword ptr [rdx + 480], ymm8
vpandn ymm8, ymm11, ymmword ptr [rdx + 640]
vpor ymm12, ymm12, ymm5
vmovdqa ymmword ptr [rdx + 160], ymm5
vmovdqa ymm5, ymmword ptr [rdx + 576]
vmovdqa ymmword ptr [rdx + 768], ymm14
vpand ymm14, ymm5, ymm1
vpandn ymm3, ymm3, ymmword ptr [rdx + 736]
vpandn ymm13, ymm13, ymmword ptr [rdx + 1152]
vmovdqa ymmword ptr [rdx + 640], ymm7
vpandn ymm7, ymm15, ymmword ptr [rdx + 1056]
vpor ymm14, ymm4, ymm14
vpandn ymm10, ymm10, ymmword ptr [rdx + 320]
vpandn ymm4, ymm2, ymmword ptr [rdx + 800]
vpor ymm5, ymm1, ymm5
vpor ymm1, ymm8, ymm7
vpor ymm14, ymm0, ymm14
vmovdqa ymm0, ymmword ptr [rdx + 1024]
vmovdqa ymmword ptr [rdx + 736], ymm7
vpor ymm7, ymm6, ymm0
vpand ymm0, ymm6, ymm0
vpor ymm1, ymm1, ymm4
vpand ymm14, ymm14, ymmword ptr [rcx]
vpandn ymm6, ymm11, ymmword ptr [rdx + 928]
vpand ymm7, ymm12, ymm7
vpandn ymm12, ymm15, ymmword ptr [rdx + 704]
vmovdqa ymmword ptr [rdx + 1152], ymm4
vpandn ymm4, ymm2, ymmword ptr [rdx + 416]
vmovdqa ymmword ptr [rdx + 1056], ymm8
vpor ymm8, ymm3, ymm13
vpor ymm7, ymm0, ymm7
vpor ymm0, ymm6, ymm12
vpand ymm13, ymm3, ymm13
vpand ymm3, ymm10, ymm8
vpandn ymm11, ymm11, ymmword ptr [rdx + 1120]
vpor ymm0, ymm0, ymm4
vpandn ymm15, ymm15, ymmword ptr [rdx + 992]
vpor ymm3, ymm13, ymm3
vpor ymm10, ymm8, ymm10
vpandn ymm2, ymm2, ymmword ptr [rdx + 1184]
vpor ymm8, ymm9, ymm1
vpor ymm3, ymm7, ymm3
vpand ymm10, ymm5, ymm10
vpand ymm1, ymm9, ymm1
vpand ymm8, ymm0, ymm8
vpand ymm3, ymm3, ymmword ptr [rcx]
vpor ymm0, ymm11, ymm15
vpand ymm15, ymm11, ymm15
vpor ymm8, ymm1, ymm8
vpand ymm1, ymm3, ymmword ptr [rdx + 608]
vpand ymm11, ymm2, ymm0
vpor ymm2, ymm0, ymm2
vpand ymm0, ymm14, ymmword ptr [rdx + 224]
vpor ymm11, ymm15, ymm11
vpand ymm2, ymm10, ymm2
vpor ymm1, ymm0, ymm1
vpor ymm11, ymm8, ymm11
vpand ymm11, ymm11, ymmword ptr [rcx]
vpand ymm8, ymm11, ymmword ptr [rdx + 896]
vpor ymm8, ymm1, ymm8
vpandn ymm1, ymm14, ymmword ptr [rdx + 64]
vpandn ymm0, ymm3, ymmword ptr [rdx + 352]
vpandn ymm10, ymm11, ymmword ptr [rdx + 512]
vpandn ymm15, ymm14, ymmword ptr [rdx + 32]
vpor ymm0, ymm1, ymm0
vpandn ymm1, ymm3, ymmword ptr [rdx + 832]
vpandn ymm9, ymm11, ymmword ptr [rdx + 448]
vpor ymm10, ymm0, ymm10
vpor ymm1, ymm15, ymm1
vpslld ymm15, ymm10, 9
vpsrld ymm0, ymm10, 18
vpslld ymm5, ymm10, 18
vpsrld ymm7, ymm10, 9
vpor ymm0, ymm15, ymm0
vpor ymm9, ymm1, ymm9
vpor ymm7, ymm5, ymm7
vpor ymm0, ymm10, ymm0
vpandn ymm5, ymm14, ymmword ptr [rdx + 128]
vpslld ymm1, ymm9, 9
vpsrld ymm15, ymm9, 18
vpor ymm7, ymm0, ymm7
vpslld ymm0, ymm9, 18
vpand ymm13, ymm7, ymm14
vpor ymm15, ymm1, ymm15
vpand ymm1, ymm7, ymm3
vmovdqa ymmword ptr [rdx + 320], ymm4
vpsrld ymm4, ymm9, 9
vpandn ymm13, ymm13, ymmword ptr [rdx + 64]
vmovdqa ymmword ptr [rdx + 800], ymm12
vpandn ymm12, ymm3, ymmword ptr [rdx + 544]
vpand ymm7, ymm7, ymm11
vmovdqa ymmword ptr [rdi], ymm13
vpor ymm4, ymm0, ymm4
vpor ymm15, ymm9, ymm15
vpor ymm12, ymm5, ymm12
vpandn ymm7, ymm7, ymmword ptr [rdx + 512]
vpandn ymm5, ymm11, ymmword ptr [rdx + 640]
vpor ymm4, ymm15, ymm4
vmovdqa ymmword ptr [rdi + 576], ymm7
vpandn ymm15, ymm14, ymmword ptr [rdx + 864]
vpor ymm5, ymm12, ymm5
vpand ymm12, ymm4, ymm14
vpand ymm0, ymm4, ymm3
vmovdqa ymmword ptr [rdx + 576], ymm6
vpandn ymm6, ymm3, ymmword ptr [rdx + 96]
vmovdqa ymmword ptr [rdx + 1024], ymm9
vpslld ymm9, ymm5, 9
vpandn ymm12, ymm12, ymmword ptr [rdx + 32]
vpsrld ymm7, ymm5, 18
vmovdqa ymmword ptr [rdx + 928], ymm8
vpslld ymm8, ymm5, 18
vmovdqa ymmword ptr [rdi + 32], ymm12
vpandn ymm0, ymm0, ymmword ptr [rdx + 832]
vmovdqa ymmword ptr [rdx + 704], ymm10
vpsrld ymm10, ymm5, 9
vpor ymm7, ymm9, ymm7
vmovdqa ymmword ptr [rdi + 320], ymm0
vpand ymm4, ymm4, ymm11
vpor ymm6, ymm15, ymm6
vpor ymm10, ymm8, ymm10
vpor ymm7, ymm5, ymm7
vpandn ymm4, ymm4, ymmword ptr [rdx + 448]
vpandn ymm8, ymm11, ymmword ptr [rdx + 1056]
vpandn ymm1, ymm1, ymmword ptr [rdx + 352]
vmovdqa ymmword ptr [rdi + 608], ymm4
vmovdqa ymmword ptr [rdi + 288], ymm1
vpor ymm10, ymm7, ymm10
vpor ymm7, ymm12, ymm0
vpor ymm15, ymm13, ymm1
vpand ymm1, ymm13, ymm1
vpor ymm8, ymm6, ymm8
vmovdqa ymm6, ymmword ptr [rdi + 576]
vpor ymm13, ymm15, ymm6
vpand ymm15, ymm6, ymm15
vpor ymm6, ymm7, ymm4
vpand ymm9, ymm10, ymm14
vmovdqa ymmword ptr [rdx + 416], ymm5
vpslld ymm5, ymm13, 9
vpor ymm15, ymm1, ymm15
vpsrld ymm1, ymm13, 18
vpslld ymm4, ymm13, 18
vmovdqa ymmword ptr [rdx + 192], ymm11
vpslld ymm11, ymm8, 9
vmovdqa ymmword ptr [rdx + 1120], ymm2
vpsrld ymm2, ymm13, 9
vpor ymm1, ymm5, ymm1
vpandn ymm9, ymm9, ymmword ptr [rdx + 128]
vpsrld ymm5, ymm8, 18
vpor ymm2, ymm4, ymm2
vpand ymm0, ymm12, ymm0
vmovdqa ymmword ptr [rdi + 64], ymm9
vpor ymm1, ymm15, ymm1
vpor ymm5, ymm11, ymm5
vpand ymm11, ymm10, ymm3
vpand ymm7, ymm7, ymmword ptr [rdi + 608]
vpslld ymm15, ymm8, 18
vpor ymm2, ymm1, ymm2
vpandn ymm11, ymm11, ymmword ptr [rdx + 544]
vpandn ymm1, ymm14, ymmword ptr [rdx + 288]
vpor ymm7, ymm0, ymm7
vpsrld ymm0, ymm8, 9
vmovdqa ymmword ptr [rdi + 352], ymm11
vpor ymm12, ymm13, ymm2
vpandn ymm4, ymm3, ymmword ptr [rdx + 384]
vpslld ymm9, ymm6, 9
vpor ymm0, ymm15, ymm0
vpand ymm12, ymm12, ymmword ptr [rdx + 1120]
vpand ymm10, ymm10, ymmword ptr [rdx + 192]
vpsrld ymm15, ymm6, 18
vpor ymm5, ymm8, ymm5
vpor ymm4, ymm1, ymm4
vpand ymm1, ymm2, ymmword ptr [rdx + 704]
vpandn ymm10, ymm10, ymmword ptr [rdx + 640]
vpor ymm15, ymm9, ymm15
vpor ymm0, ymm5, ymm0
vmovdqa ymm5, ymmword ptr [rdx + 192]
vpandn ymm9, ymm5, ymmword ptr [rdx + 736]
vmovdqa ymmword ptr [rdi + 640], ymm10
vpor ymm1, ymm1, ymmword ptr [rdx + 928]
vmovdqa ymmword ptr [rdx + 992], ymm8
vpslld ymm8, ymm6, 18
vpand ymm5, ymm0, ymm14
vpor ymm9, ymm4, ymm9
vpand ymm13, ymm13, ymm2
vpor ymm4, ymm11, ymmword ptr [rdi + 64]
vmovdqa ymmword ptr [rdx + 1184], ymm13
vpsrld ymm13, ymm6, 9
vpandn ymm5, ymm5, ymmword ptr [rdx + 864]
vmovdqa ymmword ptr [rdx + 608], ymm1
vpslld ymm1, ymm9, 9
vmovdqa ymmword ptr [rdx + 224], ymm12
vpxor ymm12, ymm2, ymmword ptr [rdi + 864]
vmovdqa ymmword ptr [rdx + 896], ymm12
vpor ymm12, ymm4, ymm10
vmovdqa ymmword ptr [rdi + 96], ymm5
vpor ymm13, ymm8, ymm13
vpsrld ymm8, ymm9, 18
vmovdqa ymmword ptr [rdi + 864], ymm2
vpand ymm11, ymm11, ymmword ptr [rdi + 64]
vpor ymm15, ymm7, ymm15
vpand ymm7, ymm0, ymm3
vpor ymm8, ymm1, ymm8
vpand ymm4, ymm10, ymm4
vpor ymm13, ymm15, ymm13
vpandn ymm7, ymm7, ymmword ptr [rdx + 96]
vpandn ymm15, ymm14, ymmword ptr [rdx]
vpslld ymm10, ymm9, 18
vmovdqa ymmword ptr [rdi + 384], ymm7
vpor ymm4, ymm11, ymm4
vpor ymm11, ymm6, ymm13
vpandn ymm1, ymm3, ymmword ptr [rdx + 960]
vpsrld ymm2, ymm9, 9
vpslld ymm5, ymm12, 9
vpand ymm11, ymm11, ymmword ptr [rdx + 224]
vmovdqa ymm7, ymmword ptr [rdx + 192]
vpand ymm0, ymm0, ymm7
vpor ymm1, ymm15, ymm1
vpor ymm2, ymm10, ymm2
vpsrld ymm10, ymm12, 18
vpandn ymm0, ymm0, ymmword ptr [rdx + 1056]
vpand ymm15, ymm13, ymmword ptr [rdx + 1024]
vmovdqa ymmword ptr [rdx + 64], ymm11
vpandn ymm11, ymm7, ymmword ptr [rdx + 1152]
vmovdqa ymmword ptr [rdi + 672], ymm0
vpor ymm8, ymm9, ymm8
vpor ymm10, ymm5, ymm10
vpor ymm15, ymm15, ymmword ptr [rdx + 608]
vpor ymm11, ymm1, ymm11
vpor ymm2, ymm8, ymm2
vpslld ymm8, ymm12, 18
vpand ymm6, ymm6, ymm13
vmovdqa ymm1, ymmword ptr [rdi + 384]
vpor ymm5, ymm1, ymmword ptr [rdi + 96]
vmovdqa ymmword ptr [rdx + 512], ymm9
vpslld ymm9, ymm11, 9
vpand ymm7, ymm2, ymm14
vmovdqa ymmword ptr [rdx + 32], ymm15
vpsrld ymm15, ymm12, 9
vpor ymm1, ymm5, ymm0
vpor ymm6, ymm6, ymmword ptr [rdx + 1184]
vpandn ymm7, ymm7, ymmword ptr [rdx + 288]
vmovdqa ymmword ptr [rdx + 832], ymm6
vpsrld ymm6, ymm11, 18
vpor ymm15, ymm8, ymm15
vmovdqa ymmword ptr [rdi + 128], ymm7
vpxor ymm8, ymm13, ymmword ptr [rdi + 896]
vmovdqa ymm7, ymmword ptr [rdi + 384]
vpand ymm7, ymm7, ymmword ptr [rdi + 96]
vpor ymm6, ymm9, ymm6
vpor ymm10, ymm4, ymm10
vmovdqa ymmword ptr [rdi + 896], ymm13
vpand ymm13, ymm2, ymm3
vpor ymm8, ymm8, ymmword ptr [rdx + 896]
vpor ymm15, ymm10, ymm15
vpandn ymm13, ymm13, ymmword ptr [rdx + 384]
vpand ymm5, ymm0, ymm5
vpslld ymm0, ymm11, 18
vmovdqa ymmword ptr [rdi + 416], ymm13
vpandn ymm10, ymm14, ymmword ptr [rdx + 256]
vpsrld ymm4, ymm11, 9
vpor ymm5, ymm7, ymm5
vpor ymm7, ymm12, ymm15
vpandn ymm9, ymm3, ymmword ptr [rdx + 768]
vpslld ymm13, ymm1, 9
vpand ymm7, ymm7, ymmword ptr [rdx + 64]
vpor ymm4, ymm0, ymm4
vpand ymm2, ymm2, ymmword ptr [rdx + 192]
vpor ymm9, ymm10, ymm9
vpsrld ymm10, ymm1, 18
vpandn ymm2, ymm2, ymmword ptr [rdx + 736]
vpor ymm6, ymm11, ymm6
vpand ymm0, ymm15, ymmword ptr [rdx + 416]
vmovdqa ymmword ptr [rdx + 448], ymm11
vmovdqa ymm11, ymmword ptr [rdx + 192]
vmovdqa ymmword ptr [rdx + 352], ymm7
vpandn ymm7, ymm11, ymmword ptr [rdx + 576]
vmovdqa ymmword ptr [rdi + 704], ymm2
vpor ymm10, ymm13, ymm10
vpor ymm0, ymm0, ymmword ptr [rdx + 32]
vpor ymm4, ymm6, ymm4
vpor ymm7, ymm9, ymm7
vpslld ymm9, ymm1, 18
vpand ymm12, ymm12, ymm15
vpand ymm6, ymm4, ymm14
vmovdqa ymm13, ymmword ptr [rdi + 416]
vpor ymm11, ymm13, ymmword ptr [rdi + 128]
vmovdqa ymmword ptr [rdx + 128], ymm0
vpslld ymm0, ymm7, 9
vpsrld ymm13, ymm1, 9
vpandn ymm6, ymm6, ymmword ptr [rdx]
vpor ymm12, ymm12, ymmword ptr [rdx + 832]
vmovdqa ymmword ptr [rdx + 544], ymm12
vpor ymm12, ymm11, ymm2
vpsrld ymm2, ymm7, 18
vmovdqa ymmword ptr [rdi + 160], ymm6
vpor ymm13, ymm9, ymm13
vpxor ymm9, ymm15, ymmword ptr [rdi + 928]
vmovdqa ymm6, ymmword ptr [rdi + 416]
vpand ymm6, ymm6, ymmword ptr [rdi + 128]
vpor ymm2, ymm0, ymm2
vpor ymm10, ymm5, ymm10
vmovdqa ymmword ptr [rdi + 928], ymm15
vpand ymm15, ymm4, ymm3
vpor ymm9, ymm8, ymm9
vpand ymm11, ymm11, ymmword ptr [rdi + 704]
vpslld ymm8, ymm7, 18
vpor ymm13, ymm10, ymm13
vpandn ymm15, ymm15, ymmword ptr [rdx + 960]
vpandn ymm10, ymm14, ymmword ptr [rdx + 672]
vpor ymm11, ymm6, ymm11
vpsrld ymm6, ymm7, 9
vmovdqa ymmword ptr [rdi + 448], ymm15
vpor ymm5, ymm1, ymm13
vpandn ymm0, ymm3, ymmword ptr [rdx + 480]
vmovdqa ymmword ptr [rdx + 1120], ymm9
vpslld ymm9, ymm12, 9
vpor ymm6, ymm8, ymm6
vpand ymm5, ymm5, ymmword ptr [rdx + 352]
vpand ymm4, ymm4, ymmword ptr [rdx + 192]
vpor ymm0, ymm10, ymm0
vpsrld ymm10, ymm12, 18
vpor ymm2, ymm7, ymm2
vpand ymm8, ymm13, ymmword ptr [rdx + 992]
vpandn ymm4, ymm4, ymmword ptr [rdx + 1152]
vmovdqa ymmword ptr [rdx + 704], ymm7
vmovdqa ymm7, ymmword ptr [rdx + 192]
vmovdqa ymmword ptr [rdx + 640], ymm5
vpandn ymm5, ymm7, ymmword ptr [rdx + 800]
vpor ymm6, ymm2, ymm6
vpor ymm8, ymm8, ymmword ptr [rdx + 128]
vmovdqa ymmword ptr [rdi + 736], ymm4
vpor ymm10, ymm9, ymm10
vpor ymm5, ymm0, ymm5
vpslld ymm0, ymm12, 18
vpand ymm9, ymm6, ymm14
vpand ymm1, ymm1, ymm13
vpor ymm2, ymm15, ymmword ptr [rdi + 160]
vpslld ymm7, ymm5, 9
vmovdqa ymmword ptr [rdx + 928], ymm8
vpsrld ymm8, ymm12, 9
vpandn ymm9, ymm9, ymmword ptr [rdx + 256]
vpor ymm1, ymm1, ymmword ptr [rdx + 544]
vmovdqa ymmword ptr [rdx + 864], ymm1
vpor ymm1, ymm2, ymm4
vpsrld ymm4, ymm5, 18
vmovdqa ymmword ptr [rdi + 192], ymm9
vpor ymm8, ymm0, ymm8
vpxor ymm0, ymm13, ymmword ptr [rdi + 960]
vpand ymm15, ymm15, ymmword ptr [rdi + 160]
vpor ymm4, ymm7, ymm4
vpor ymm10, ymm11, ymm10
vmovdqa ymmword ptr [rdi + 960], ymm13
vpand ymm13, ymm6, ymm3
vpand ymm2, ymm2, ymmword ptr [rdi + 736]
vpslld ymm11, ymm5, 18
vpor ymm8, ymm10, ymm8
vpandn ymm13, ymm13, ymmword ptr [rdx + 768]
vpandn ymm10, ymm14, ymmword ptr [rdx + 1088]
vpor ymm2, ymm15, ymm2
vpsrld ymm15, ymm5, 9
vmovdqa ymmword ptr [rdi + 480], ymm13
vpor ymm7, ymm12, ymm8
vmovdqa ymmword ptr [rdx + 96], ymm0
vpandn ymm0, ymm3, ymmword ptr [rdx + 160]
vpslld ymm9, ymm1, 9
vpor ymm15, ymm11, ymm15
vpand ymm7, ymm7, ymmword ptr [rdx + 640]
vpand ymm6, ymm6, ymmword ptr [rdx + 192]
vpor ymm0, ymm10, ymm0
vpsrld ymm10, ymm1, 18
vpor ymm4, ymm5, ymm4
vpand ymm11, ymm8, ymmword ptr [rdx + 512]
vpandn ymm6, ymm6, ymmword ptr [rdx + 576]
vmovdqa ymmword ptr [rdx + 224], ymm5
vmovdqa ymm5, ymmword ptr [rdx + 192]
vmovdqa ymmword ptr [rdx + 1056], ymm7
vpandn ymm7, ymm5, ymmword ptr [rdx + 320]
vpor ymm10, ymm9, ymm10
vpor ymm15, ymm4, ymm15
vmovdqa ymmword ptr [rdi + 768], ymm6
vpor ymm11, ymm11, ymmword ptr [rdx + 928]
vpor ymm7, ymm0, ymm7
vpslld ymm0, ymm1, 18
vpand ymm4, ymm15, ymm14
vpand ymm12, ymm12, ymm8
vpor ymm9, ymm13, ymmword ptr [rdi + 192]
vpslld ymm5, ymm7, 9
vmovdqa ymmword ptr [rdx + 1024], ymm11
vpsrld ymm11, ymm1, 9
vpor ymm12, ymm12, ymmword ptr [rdx + 864]
vmovdqa ymmword ptr [rdx + 608], ymm12
vpor ymm12, ymm9, ymm6
vmovdqa ymmword ptr [rdx + 1184], ymm14
vpsrld ymm14, ymm7, 18
vpor ymm11, ymm0, ymm11
vpxor ymm0, ymm8, ymmword ptr [rdi + 992]
vpand ymm13, ymm13, ymmword ptr [rdi + 192]
vpor ymm14, ymm5, ymm14
vpandn ymm4, ymm4, ymmword ptr [rdx + 672]
vmovdqa ymmword ptr [rdi + 992], ymm8
vpor ymm10, ymm2, ymm10
vpand ymm9, ymm6, ymm9
vpslld ymm6, ymm7, 18
vmovdqa ymmword ptr [rdi + 224], ymm4
vpsrld ymm2, ymm7, 9
vpor ymm11, ymm10, ymm11
vpand ymm10, ymm15, ymm3
vpslld ymm8, ymm12, 9
vpor ymm2, ymm6, ymm2
vpor ymm6, ymm1, ymm11
vpandn ymm10, ymm10, ymmword ptr [rdx + 480]
vpor ymm9, ymm13, ymm9
vpsrld ymm13, ymm12, 18
vpand ymm6, ymm6, ymmword ptr [rdx + 1056]
vmovdqa ymmword ptr [rdi + 512], ymm10
vpor ymm14, ymm7, ymm14
vpand ymm5, ymm11, ymmword ptr [rdx + 448]
vpor ymm13, ymm8, ymm13
vpand ymm15, ymm15, ymmword ptr [rdx + 192]
vpor ymm2, ymm14, ymm2
vpslld ymm14, ymm12, 18
vpand ymm1, ymm1, ymm11
vpandn ymm15, ymm15, ymmword ptr [rdx + 800]
vpand ymm8, ymm2, ymmword ptr [rdx + 1184]
vmovdqa ymmword ptr [rdx + 288], ymm7
vpsrld ymm7, ymm12, 9
vpor ymm1, ymm1, ymmword ptr [rdx + 608]
vmovdqa ymmword ptr [rdi + 800], ymm15
vmovdqa ymmword ptr [rdx + 896], ymm1
vpor ymm1, ymm4, ymm10
vpandn ymm8, ymm8, ymmword ptr [rdx + 1088]
vpor ymm7, ymm14, ymm7
vpxor ymm14, ymm11, ymmword ptr [rdi + 1024]
vmovdqa ymmword ptr [rdi + 256], ymm8
vpand ymm10, ymm4, ymm10
vpor ymm13, ymm9, ymm13
vpand ymm3, ymm2, ymm3
vmovdqa ymmword ptr [rdi + 1024], ymm11
vpor ymm11, ymm1, ymm15
vpand ymm1, ymm15, ymm1
vpor ymm7, ymm13, ymm7
vpandn ymm3, ymm3, ymmword ptr [rdx + 160]
vmovdqa ymm13, ymmword ptr [rdx + 96]
vpor ymm13, ymm13, ymmword ptr [rdx + 1120]
vpor ymm1, ymm10, ymm1
vpor ymm0, ymm13, ymm0
vmovdqa ymmword ptr [rdi + 544], ymm3
vpor ymm13, ymm12, ymm7
vpslld ymm10, ymm11, 9
vpand ymm2, ymm2, ymmword ptr [rdx + 192]
vpor ymm14, ymm0, ymm14
vpand ymm13, ymm6, ymm13
vpsrld ymm6, ymm11, 18
vpandn ymm2, ymm2, ymmword ptr [rdx + 320]
vpand ymm0, ymm7, ymmword ptr [rdx + 704]
vpslld ymm15, ymm11, 18
vmovdqa ymmword ptr [rdi + 832], ymm2
vpor ymm6, ymm10, ymm6
vpor ymm5, ymm5, ymmword ptr [rdx + 1024]
vpand ymm12, ymm12, ymm7
vpor ymm10, ymm8, ymm3
vpsrld ymm9, ymm11, 9
vpor ymm0, ymm5, ymm0
vpor ymm12, ymm12, ymmword ptr [rdx + 896]
vpor ymm5, ymm10, ymm2
vpor ymm9, ymm15, ymm9
vpxor ymm15, ymm7, ymmword ptr [rdi + 1056]
vpand ymm3, ymm8, ymm3
vpor ymm6, ymm1, ymm6
vpand ymm10, ymm2, ymm10
vmovdqa ymmword ptr [rdi + 1056], ymm7
vpor ymm15, ymm14, ymm15
vpslld ymm14, ymm5, 9
vpsrld ymm7, ymm5, 18
vpor ymm10, ymm3, ymm10
vpslld ymm3, ymm5, 18
vpsrld ymm2, ymm5, 9
vpor ymm7, ymm14, ymm7
vpor ymm9, ymm6, ymm9
vpor ymm2, ymm3, ymm2
vpor ymm3, ymm11, ymm9
vpor ymm7, ymm10, ymm7
vpand ymm10, ymm9, ymmword ptr [rdx + 224]
vpand ymm11, ymm11, ymm9
vpand ymm3, ymm13, ymm3
vpxor ymm13, ymm9, ymmword ptr [rdi + 1088]
vpor ymm10, ymm0, ymm10
vpor ymm11, ymm12, ymm11
vpor ymm2, ymm7, ymm2
vmovdqa ymmword ptr [rdi + 1088], ymm9
vpor ymm13, ymm15, ymm13
vpor ymm15, ymm5, ymm2
vpand ymm9, ymm2, ymmword ptr [rdx + 288]
vpand ymm5, ymm5, ymm2
vpand ymm15, ymm3, ymm15
vpxor ymm3, ymm2, ymmword ptr [rdi + 1120]
vpor ymm9, ymm10, ymm9
vpor ymm5, ymm11, ymm5
vmovdqa ymmword ptr [rdi + 1120], ymm2
vpor ymm3, ymm13, ymm3
vmovdqa ymm13, ymmword ptr [rsi + 64]
vpandn ymm15, ymm15, ymm13
vpand ymm9, ymm9, ymm13
vmovdqa ymm2, ymmword ptr [rsi + 96]
vpcmpeqd ymm5, ymm5, ymm2
vpand ymm13, ymm3, ymm13
vpor ymm15, ymm9, ymm15
vmovmskps r8d, ymm5
vpcmpeqd ymm13, ymm13, ymm2
vpcmpeqd ymm2, ymm15, ymm2
vmovmskps r9d, ymm13
vmovmskps eax, ymm2
