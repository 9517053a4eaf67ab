# The pass for eight lanes with AVX2: `pass::pass`. Made by `cargo test --lib assembler -- --ignored`.
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
vpor ymm3, ymm1, ymm3
vmovdqa ymm1, ymmword ptr [rdi + 928]
vpandn ymm4, ymm1, ymmword ptr [rdi + 64]
vmovdqa ymm5, ymmword ptr [rdi + 960]
vpandn ymm6, ymm5, ymmword ptr [rdi + 96]
vpor ymm6, ymm4, ymm6
vmovdqa ymm4, ymmword ptr [rdi + 992]
vpandn ymm7, ymm4, ymmword ptr [rdi + 128]
vpor ymm7, ymm3, ymm7
vmovdqa ymm3, ymmword ptr [rdi + 1024]
vpandn ymm8, ymm3, ymmword ptr [rdi + 160]
vpor ymm8, ymm6, ymm8
vpandn ymm6, ymm0, ymmword ptr [rdi + 288]
vmovdqa ymm9, ymmword ptr [rdi + 1056]
vpandn ymm10, ymm9, ymmword ptr [rdi + 480]
vpandn ymm11, ymm1, ymmword ptr [rdi + 640]
vpandn ymm12, ymm9, ymmword ptr [rdi + 768]
vpandn ymm13, ymm9, ymmword ptr [rdi + 192]
vpor ymm13, ymm7, ymm13
vpandn ymm7, ymm2, ymmword ptr [rdi + 320]
vpor ymm7, ymm6, ymm7
vpandn ymm6, ymm1, ymmword ptr [rdi + 352]
vmovdqa ymm14, ymmword ptr [rdi + 1088]
vpandn ymm15, ymm14, ymmword ptr [rdi + 224]
vpor ymm15, ymm8, ymm15
vpandn ymm8, ymm5, ymmword ptr [rdi + 384]
vpor ymm8, ymm6, ymm8
vmovdqa ymm6, ymmword ptr [rdi + 1120]
vpandn ymm9, ymm6, ymmword ptr [rdi + 256]
vpor ymm9, ymm13, ymm9
vpandn ymm13, ymm4, ymmword ptr [rdi + 416]
vpor ymm13, ymm7, ymm13
vpor ymm10, ymm13, ymm10
vpandn ymm13, ymm3, ymmword ptr [rdi + 448]
vpor ymm13, ymm8, ymm13
vpandn ymm8, ymm0, ymmword ptr [rdi + 576]
vpandn ymm7, ymm2, ymmword ptr [rdi + 608]
vpor ymm7, ymm8, ymm7
vpandn ymm8, ymm14, ymmword ptr [rdi + 512]
vpor ymm8, ymm13, ymm8
vpandn ymm13, ymm5, ymmword ptr [rdi + 672]
vpor ymm13, ymm11, ymm13
vpandn ymm11, ymm6, ymmword ptr [rdi + 544]
vpor ymm11, ymm10, ymm11
vpandn ymm10, ymm4, ymmword ptr [rdi + 704]
vpor ymm10, ymm7, ymm10
vpor ymm12, ymm10, ymm12
vpandn ymm10, ymm3, ymmword ptr [rdi + 736]
vpor ymm10, ymm13, ymm10
vpor ymm11, ymm8, ymm11
vpand ymm8, ymm0, ymm11
vpor ymm9, ymm15, ymm9
vpandn ymm15, ymm14, ymmword ptr [rdi + 800]
vpor ymm15, ymm10, ymm15
vpand ymm10, ymm0, ymm9
vpand ymm13, ymm2, ymm9
vpand ymm7, ymm1, ymm9
vpandn ymm10, ymm10, ymmword ptr [rdi]
vpand ymm0, ymm4, ymm9
vpandn ymm13, ymm13, ymmword ptr [rdi + 32]
vpandn ymm7, ymm7, ymmword ptr [rdi + 64]
vpand ymm4, ymm5, ymm9
vpor ymm14, ymm10, ymm13
vpandn ymm0, ymm0, ymmword ptr [rdi + 128]
vpandn ymm4, ymm4, ymmword ptr [rdi + 96]
vpandn ymm8, ymm8, ymmword ptr [rdi + 288]
vpor ymm14, ymm7, ymm14
vmovdqa ymmword ptr [rdx], ymm7
vpand ymm7, ymm2, ymm11
vmovdqa ymmword ptr [rdx + 32], ymm13
vpand ymm13, ymm3, ymm9
vmovdqa ymmword ptr [rdx + 64], ymm10
vpand ymm10, ymm1, ymm11
vpor ymm1, ymm4, ymm0
vpandn ymm7, ymm7, ymmword ptr [rdi + 320]
vpandn ymm13, ymm13, ymmword ptr [rdi + 160]
vpandn ymm10, ymm10, ymmword ptr [rdi + 352]
vmovdqa ymmword ptr [rdx + 96], ymm0
vpor ymm0, ymm8, ymm7
vpor ymm1, ymm13, ymm1
vmovdqa ymmword ptr [rdx + 128], ymm7
vpandn ymm7, ymm6, ymmword ptr [rdi + 832]
vpor ymm7, ymm12, ymm7
vmovdqa ymm12, ymmword ptr [rdi + 1056]
vmovdqa ymmword ptr [rdx + 160], ymm8
vpand ymm8, ymm12, ymm9
vpor ymm0, ymm10, ymm0
vmovdqa ymmword ptr [rdx + 192], ymm10
vpand ymm10, ymm5, ymm11
vpandn ymm8, ymm8, ymmword ptr [rdi + 192]
vmovdqa ymmword ptr [rdx + 224], ymm13
vpand ymm13, ymm9, ymmword ptr [rdi + 1088]
vpandn ymm10, ymm10, ymmword ptr [rdi + 384]
vpor ymm7, ymm15, ymm7
vpand ymm15, ymm12, ymm7
vmovdqa ymmword ptr [rdx + 256], ymm4
vpand ymm4, ymm11, ymmword ptr [rdi + 992]
vpandn ymm13, ymm13, ymmword ptr [rdi + 224]
vpand ymm5, ymm6, ymm9
vmovdqa ymmword ptr [rdx + 288], ymm9
vpand ymm9, ymm7, ymmword ptr [rdi + 864]
vpandn ymm4, ymm4, ymmword ptr [rdi + 416]
vpand ymm6, ymm2, ymm7
vpandn ymm5, ymm5, ymmword ptr [rdi + 256]
vpandn ymm9, ymm9, ymmword ptr [rdi + 576]
vpand ymm2, ymm3, ymm11
vpandn ymm6, ymm6, ymmword ptr [rdi + 608]
vpor ymm3, ymm8, ymm13
vmovdqa ymmword ptr [rdx + 320], ymm13
vpand ymm13, ymm7, ymmword ptr [rdi + 928]
vpandn ymm2, ymm2, ymmword ptr [rdi + 448]
vmovdqa ymmword ptr [rdx + 352], ymm8
vpor ymm8, ymm10, ymm4
vpor ymm3, ymm5, ymm3
vpandn ymm13, ymm13, ymmword ptr [rdi + 640]
vmovdqa ymmword ptr [rdx + 384], ymm4
vpsrld ymm4, ymm14, 2
vpor ymm8, ymm2, ymm8
vmovdqa ymmword ptr [rdx + 416], ymm2
vpor ymm2, ymm9, ymm6
vmovdqa ymmword ptr [rdx + 448], ymm6
vpaddd ymm6, ymm14, ymm14
vmovdqa ymmword ptr [rdx + 480], ymm9
vpand ymm9, ymm12, ymm11
vmovdqa ymm12, ymmword ptr [rsi]
vpand ymm4, ymm12, ymm4
vpor ymm2, ymm13, ymm2
vmovdqa ymmword ptr [rdx + 512], ymm13
vpand ymm13, ymm7, ymmword ptr [rdi + 960]
vpandn ymm9, ymm9, ymmword ptr [rdi + 480]
vpandn ymm6, ymm12, ymm6
vmovdqa ymmword ptr [rdx + 544], ymm10
vpand ymm10, ymm11, ymmword ptr [rdi + 1088]
vmovdqa ymmword ptr [rdx + 576], ymm5
vpand ymm5, ymm7, ymmword ptr [rdi + 992]
vmovdqa ymmword ptr [rdx + 608], ymm14
vpsrld ymm14, ymm1, 2
vpandn ymm10, ymm10, ymmword ptr [rdi + 512]
vmovdqa ymmword ptr [rdx + 640], ymm2
vpand ymm2, ymm11, ymmword ptr [rdi + 1120]
vmovdqa ymmword ptr [rdx + 672], ymm11
vpaddd ymm11, ymm1, ymm1
vmovdqa ymmword ptr [rdx + 704], ymm1
vpand ymm1, ymm7, ymmword ptr [rdi + 1024]
vpor ymm6, ymm4, ymm6
vpand ymm14, ymm12, ymm14
vpandn ymm2, ymm2, ymmword ptr [rdi + 544]
vpandn ymm13, ymm13, ymmword ptr [rdi + 672]
vpor ymm4, ymm9, ymm10
vpandn ymm1, ymm1, ymmword ptr [rdi + 736]
vpandn ymm11, ymm12, ymm11
vpandn ymm5, ymm5, ymmword ptr [rdi + 704]
vpor ymm4, ymm2, ymm4
vmovdqa ymmword ptr [rdx + 736], ymm2
vpsrld ymm2, ymm0, 2
vpor ymm11, ymm14, ymm11
vpor ymm14, ymm13, ymm5
vmovdqa ymmword ptr [rdx + 768], ymm5
vpsrld ymm5, ymm3, 2
vmovdqa ymmword ptr [rdx + 800], ymm10
vpaddd ymm10, ymm0, ymm0
vmovdqa ymmword ptr [rdx + 832], ymm13
vpaddd ymm13, ymm3, ymm3
vpand ymm5, ymm12, ymm5
vpandn ymm15, ymm15, ymmword ptr [rdi + 768]
vmovdqa ymmword ptr [rdx + 864], ymm9
vpand ymm9, ymm7, ymmword ptr [rdi + 1088]
vpandn ymm13, ymm12, ymm13
vpor ymm14, ymm1, ymm14
vpandn ymm9, ymm9, ymmword ptr [rdi + 800]
vpor ymm13, ymm5, ymm13
vpand ymm5, ymm7, ymmword ptr [rdi + 1120]
vmovdqa ymmword ptr [rdx + 896], ymm7
vpaddd ymm7, ymm8, ymm8
vmovdqa ymmword ptr [rdx + 928], ymm1
vpand ymm1, ymm13, ymmword ptr [rdx + 704]
vmovdqa ymmword ptr [rdx + 960], ymm0
vpand ymm0, ymm3, ymm11
vpandn ymm5, ymm5, ymmword ptr [rdi + 832]
vpand ymm2, ymm12, ymm2
vmovdqa ymmword ptr [rdx + 992], ymm14
vpor ymm14, ymm15, ymm9
vpor ymm0, ymm1, ymm0
vpandn ymm10, ymm12, ymm10
vpandn ymm7, ymm12, ymm7
vpand ymm3, ymm3, ymm6
vpor ymm14, ymm5, ymm14
vmovdqa ymm1, ymmword ptr [rdx + 640]
vmovdqa ymmword ptr [rdx + 1024], ymm9
vpsrld ymm9, ymm1, 2
vpor ymm10, ymm2, ymm10
vpand ymm13, ymm13, ymmword ptr [rdx + 608]
vpsrld ymm2, ymm4, 2
vmovdqa ymmword ptr [rdx + 1056], ymm15
vpsrld ymm15, ymm8, 2
vpand ymm15, ymm12, ymm15
vpor ymm7, ymm15, ymm7
vpaddd ymm15, ymm1, ymm1
vpaddd ymm1, ymm4, ymm4
vpor ymm13, ymm3, ymm13
vpand ymm9, ymm12, ymm9
vpand ymm11, ymm11, ymmword ptr [rdx + 608]
vpand ymm2, ymm12, ymm2
vpandn ymm15, ymm12, ymm15
vpand ymm6, ymm6, ymmword ptr [rdx + 704]
vpandn ymm1, ymm12, ymm1
vmovdqa ymm3, ymmword ptr [rdx + 992]
vmovdqa ymmword ptr [rdx + 608], ymm5
vpsrld ymm5, ymm3, 2
vpor ymm15, ymm9, ymm15
vpor ymm6, ymm11, ymm6
vpor ymm1, ymm2, ymm1
vpsrld ymm2, ymm0, 2
vpaddd ymm11, ymm3, ymm3
vpaddd ymm0, ymm0, ymm0
vpand ymm9, ymm8, ymm1
vpand ymm3, ymm4, ymm7
vpand ymm5, ymm12, ymm5
vpand ymm2, ymm12, ymm2
vpandn ymm11, ymm12, ymm11
vpor ymm3, ymm9, ymm3
vpandn ymm0, ymm12, ymm0
vpand ymm4, ymm4, ymm10
vpor ymm11, ymm5, ymm11
vmovdqa ymm5, ymmword ptr [rdx + 960]
vpand ymm1, ymm5, ymm1
vpor ymm0, ymm2, ymm0
vpsrld ymm2, ymm14, 2
vpaddd ymm9, ymm14, ymm14
vpor ymm1, ymm4, ymm1
vpandn ymm0, ymm0, ymmword ptr [rcx]
vpand ymm7, ymm5, ymm7
vpand ymm2, ymm12, ymm2
vpand ymm10, ymm8, ymm10
vpandn ymm9, ymm12, ymm9
vpsrld ymm8, ymm13, 2
vpaddd ymm13, ymm13, ymm13
vpor ymm10, ymm7, ymm10
vpor ymm9, ymm2, ymm9
vpsrld ymm2, ymm3, 2
vpand ymm8, ymm12, ymm8
vpaddd ymm3, ymm3, ymm3
vpand ymm7, ymm9, ymmword ptr [rdx + 992]
vpand ymm5, ymm14, ymm11
vpandn ymm13, ymm12, ymm13
vpand ymm2, ymm12, ymm2
vpandn ymm3, ymm12, ymm3
vpor ymm5, ymm7, ymm5
vpor ymm13, ymm8, ymm13
vpand ymm14, ymm14, ymm15
vpaddd ymm8, ymm6, ymm6
vpor ymm3, ymm2, ymm3
vmovdqa ymm2, ymmword ptr [rcx]
vpandn ymm13, ymm13, ymm2
vmovdqa ymm7, ymmword ptr [rdx + 640]
vpand ymm9, ymm7, ymm9
vpsrld ymm6, ymm6, 2
vpandn ymm3, ymm3, ymm2
vpandn ymm8, ymm12, ymm8
vpor ymm9, ymm14, ymm9
vpand ymm6, ymm12, ymm6
vpsrld ymm14, ymm1, 2
vpand ymm11, ymm7, ymm11
vpaddd ymm1, ymm1, ymm1
vpor ymm8, ymm6, ymm8
vpand ymm15, ymm15, ymmword ptr [rdx + 992]
vpand ymm14, ymm12, ymm14
vpandn ymm6, ymm0, ymmword ptr [rdx + 64]
vpandn ymm8, ymm8, ymm2
vpor ymm15, ymm11, ymm15
vpandn ymm1, ymm12, ymm1
vpsrld ymm11, ymm5, 2
vpandn ymm7, ymm0, ymmword ptr [rdx + 32]
vpaddd ymm5, ymm5, ymm5
vpor ymm1, ymm14, ymm1
vpand ymm11, ymm12, ymm11
vpsrld ymm14, ymm10, 2
vpandn ymm5, ymm12, ymm5
vpandn ymm1, ymm1, ymm2
vpaddd ymm10, ymm10, ymm10
vpand ymm14, ymm12, ymm14
vpor ymm5, ymm11, ymm5
vpandn ymm0, ymm0, ymmword ptr [rdx]
vpandn ymm10, ymm12, ymm10
vpsrld ymm11, ymm9, 2
vpandn ymm5, ymm5, ymm2
vpandn ymm4, ymm13, ymmword ptr [rdx + 256]
vpor ymm10, ymm14, ymm10
vpaddd ymm9, ymm9, ymm9
vpandn ymm14, ymm13, ymmword ptr [rdx + 96]
vpand ymm11, ymm12, ymm11
vpandn ymm10, ymm10, ymm2
vpor ymm2, ymm6, ymm4
vpandn ymm13, ymm13, ymmword ptr [rdx + 224]
vmovdqa ymmword ptr [rdx + 704], ymm4
vpandn ymm4, ymm3, ymmword ptr [rdx + 160]
vpandn ymm9, ymm12, ymm9
vmovdqa ymmword ptr [rdx + 960], ymm6
vpandn ymm6, ymm8, ymmword ptr [rdx + 352]
vpandn ymm12, ymm3, ymmword ptr [rdx + 128]
vmovdqa ymmword ptr [rdx + 640], ymm4
vpor ymm4, ymm7, ymm14
vpor ymm9, ymm11, ymm9
vpor ymm2, ymm6, ymm2
vpandn ymm11, ymm8, ymmword ptr [rdx + 320]
vpandn ymm3, ymm3, ymmword ptr [rdx + 192]
vpandn ymm9, ymm9, ymmword ptr [rcx]
vpandn ymm8, ymm8, ymmword ptr [rdx + 576]
vpor ymm4, ymm11, ymm4
vmovdqa ymmword ptr [rdx + 992], ymm11
vpandn ymm11, ymm1, ymmword ptr [rdx + 544]
vmovdqa ymmword ptr [rdx + 64], ymm6
vpsrld ymm6, ymm15, 2
vmovdqa ymmword ptr [rdx + 32], ymm14
vpor ymm14, ymm0, ymm13
vpaddd ymm15, ymm15, ymm15
vmovdqa ymmword ptr [rdx], ymm13
vpsrld ymm13, ymm2, 6
vmovdqa ymmword ptr [rdx + 256], ymm0
vmovdqa ymm0, ymmword ptr [rsi]
vpand ymm6, ymm0, ymm6
vpor ymm14, ymm8, ymm14
vmovdqa ymmword ptr [rdx + 96], ymm8
vpslld ymm8, ymm2, 3
vmovdqa ymmword ptr [rdx + 224], ymm7
vmovdqa ymm7, ymmword ptr [rsi + 32]
vpand ymm13, ymm7, ymm13
vmovdqa ymmword ptr [rdx + 160], ymm2
vpandn ymm2, ymm5, ymmword ptr [rdx + 480]
vpandn ymm0, ymm0, ymm15
vpandn ymm8, ymm7, ymm8
vpandn ymm15, ymm1, ymmword ptr [rdx + 384]
vpandn ymm7, ymm5, ymmword ptr [rdx + 448]
vpor ymm0, ymm6, ymm0
vpor ymm8, ymm13, ymm8
vpsrld ymm13, ymm4, 6
vpor ymm6, ymm12, ymm15
vpandn ymm0, ymm0, ymmword ptr [rcx]
vpandn ymm1, ymm1, ymmword ptr [rdx + 416]
vpandn ymm5, ymm5, ymmword ptr [rdx + 512]
vmovdqa ymmword ptr [rdx + 352], ymm12
vpslld ymm12, ymm4, 3
vmovdqa ymmword ptr [rdx + 128], ymm15
vpandn ymm15, ymm10, ymmword ptr [rdx + 864]
vmovdqa ymmword ptr [rdx + 320], ymm8
vpandn ymm8, ymm9, ymmword ptr [rdx + 832]
vmovdqa ymmword ptr [rdx + 192], ymm5
vmovdqa ymm5, ymmword ptr [rsi + 32]
vpand ymm13, ymm5, ymm13
vmovdqa ymmword ptr [rdx + 576], ymm4
vpandn ymm4, ymm10, ymmword ptr [rdx + 800]
vmovdqa ymmword ptr [rdx + 544], ymm7
vpandn ymm7, ymm9, ymmword ptr [rdx + 768]
vpandn ymm12, ymm5, ymm12
vpandn ymm5, ymm0, ymmword ptr [rdx + 608]
vpor ymm6, ymm4, ymm6
vpandn ymm10, ymm10, ymmword ptr [rdx + 736]
vpandn ymm9, ymm9, ymmword ptr [rdx + 928]
vpor ymm12, ymm13, ymm12
vpor ymm13, ymm11, ymmword ptr [rdx + 640]
vmovdqa ymmword ptr [rdx + 480], ymm4
vpandn ymm4, ymm0, ymmword ptr [rdx + 1056]
vmovdqa ymmword ptr [rdx + 384], ymm11
vpsrld ymm11, ymm14, 6
vpandn ymm0, ymm0, ymmword ptr [rdx + 1024]
vpor ymm13, ymm15, ymm13
vmovdqa ymmword ptr [rdx + 448], ymm15
vpslld ymm15, ymm14, 3
vmovdqa ymmword ptr [rdx + 416], ymm5
vpor ymm5, ymm3, ymm1
vmovdqa ymmword ptr [rdx + 512], ymm3
vpsrld ymm3, ymm6, 6
vpor ymm5, ymm10, ymm5
vmovdqa ymmword ptr [rdx + 864], ymm10
vmovdqa ymm10, ymmword ptr [rsi + 32]
vpand ymm11, ymm10, ymm11
vmovdqa ymmword ptr [rdx + 832], ymm1
vpor ymm1, ymm2, ymm8
vpandn ymm15, ymm10, ymm15
vmovdqa ymmword ptr [rdx + 800], ymm8
vpor ymm8, ymm7, ymmword ptr [rdx + 544]
vpor ymm1, ymm4, ymm1
vpor ymm15, ymm11, ymm15
vpslld ymm11, ymm6, 3
vpor ymm8, ymm0, ymm8
vmovdqa ymmword ptr [rdx + 768], ymm0
vpslld ymm0, ymm8, 3
vmovdqa ymmword ptr [rdx + 608], ymm4
vpsrld ymm4, ymm13, 6
vmovdqa ymmword ptr [rdx + 736], ymm7
vpsrld ymm7, ymm1, 6
vmovdqa ymmword ptr [rdx + 928], ymm2
vpslld ymm2, ymm13, 3
vmovdqa ymmword ptr [rdx + 1056], ymm13
vpand ymm13, ymm15, ymmword ptr [rdx + 576]
vmovdqa ymmword ptr [rdx + 1024], ymm0
vpand ymm0, ymm14, ymm12
vpand ymm3, ymm10, ymm3
vpand ymm4, ymm10, ymm4
vmovdqa ymmword ptr [rdx + 1088], ymm6
vpor ymm6, ymm9, ymmword ptr [rdx + 192]
vpandn ymm2, ymm10, ymm2
vpor ymm2, ymm4, ymm2
vpandn ymm11, ymm10, ymm11
vpor ymm0, ymm13, ymm0
vpand ymm13, ymm14, ymmword ptr [rdx + 320]
vpor ymm6, ymm6, ymmword ptr [rdx + 416]
vpor ymm11, ymm3, ymm11
vmovdqa ymm3, ymmword ptr [rdx + 160]
vpand ymm15, ymm3, ymm15
vpslld ymm4, ymm1, 3
vmovdqa ymmword ptr [rdx + 1120], ymm9
vpsrld ymm9, ymm5, 6
vpor ymm15, ymm13, ymm15
vpslld ymm13, ymm5, 3
vpand ymm7, ymm10, ymm7
vpand ymm12, ymm3, ymm12
vpand ymm9, ymm10, ymm9
vpsrld ymm3, ymm8, 6
vpandn ymm4, ymm10, ymm4
vmovdqa ymmword ptr [rdx + 1152], ymm14
vmovdqa ymm14, ymmword ptr [rdx + 576]
vmovdqa ymmword ptr [rdx + 1184], ymm1
vpand ymm1, ymm14, ymmword ptr [rdx + 320]
vpandn ymm13, ymm10, ymm13
vpor ymm4, ymm7, ymm4
vpor ymm1, ymm12, ymm1
vpor ymm13, ymm9, ymm13
vpsrld ymm9, ymm0, 6
vpslld ymm0, ymm0, 3
vpand ymm12, ymm5, ymm11
vpand ymm7, ymm13, ymmword ptr [rdx + 1088]
vpand ymm3, ymm10, ymm3
vpand ymm9, ymm10, ymm9
vpandn ymm14, ymm10, ymmword ptr [rdx + 1024]
vpor ymm12, ymm7, ymm12
vpandn ymm0, ymm10, ymm0
vpand ymm7, ymm5, ymm2
vpor ymm14, ymm3, ymm14
vmovdqa ymm3, ymmword ptr [rdx + 1056]
vpand ymm13, ymm3, ymm13
vpor ymm0, ymm9, ymm0
vpsrld ymm9, ymm6, 6
vmovdqa ymmword ptr [rdx + 320], ymm5
vpslld ymm5, ymm6, 3
vpor ymm13, ymm7, ymm13
vpandn ymm0, ymm0, ymmword ptr [rcx]
vpsrld ymm7, ymm15, 6
vpand ymm11, ymm3, ymm11
vpand ymm9, ymm10, ymm9
vpslld ymm15, ymm15, 3
vpand ymm2, ymm2, ymmword ptr [rdx + 1088]
vpandn ymm5, ymm10, ymm5
vpand ymm7, ymm10, ymm7
vpandn ymm15, ymm10, ymm15
vpor ymm2, ymm11, ymm2
vpor ymm5, ymm9, ymm5
vpsrld ymm9, ymm12, 6
vpor ymm15, ymm7, ymm15
vpslld ymm12, ymm12, 3
vpand ymm7, ymm8, ymm5
vpand ymm11, ymm6, ymm14
vmovdqa ymm3, ymmword ptr [rcx]
vpandn ymm15, ymm15, ymm3
vpand ymm9, ymm10, ymm9
vpsrld ymm3, ymm1, 6
vpor ymm11, ymm7, ymm11
vpandn ymm12, ymm10, ymm12
vpand ymm7, ymm6, ymm4
vpslld ymm1, ymm1, 3
vmovdqa ymmword ptr [rdx + 1024], ymm6
vmovdqa ymm6, ymmword ptr [rdx + 1184]
vpand ymm5, ymm6, ymm5
vpor ymm12, ymm9, ymm12
vpand ymm3, ymm10, ymm3
vpandn ymm1, ymm10, ymm1
vpor ymm5, ymm7, ymm5
vmovdqa ymm7, ymmword ptr [rcx]
vpandn ymm12, ymm12, ymm7
vpsrld ymm9, ymm13, 6
vpand ymm14, ymm6, ymm14
vpor ymm1, ymm3, ymm1
vpslld ymm13, ymm13, 3
vpand ymm4, ymm8, ymm4
vpand ymm9, ymm10, ymm9
vpandn ymm1, ymm1, ymm7
vpandn ymm3, ymm0, ymmword ptr [rdx + 960]
vpor ymm4, ymm14, ymm4
vpandn ymm13, ymm10, ymm13
vpsrld ymm14, ymm11, 6
vpandn ymm6, ymm15, ymmword ptr [rdx + 224]
vpslld ymm11, ymm11, 3
vpor ymm13, ymm9, ymm13
vpandn ymm9, ymm1, ymmword ptr [rdx + 256]
vpand ymm14, ymm10, ymm14
vmovdqa ymmword ptr [rdx + 960], ymm8
vpsrld ymm8, ymm2, 6
vpandn ymm11, ymm10, ymm11
vpslld ymm2, ymm2, 3
vmovdqa ymmword ptr [rdx + 224], ymm12
vpandn ymm12, ymm0, ymmword ptr [rdx + 704]
vpand ymm8, ymm10, ymm8
vpor ymm11, ymm14, ymm11
vpandn ymm14, ymm15, ymmword ptr [rdx + 32]
vpandn ymm2, ymm10, ymm2
vpsrld ymm10, ymm5, 6
vpandn ymm11, ymm11, ymm7
vmovdqa ymmword ptr [rdx + 256], ymm11
vpandn ymm11, ymm1, ymmword ptr [rdx]
vpor ymm2, ymm8, ymm2
vpslld ymm5, ymm5, 3
vpor ymm8, ymm12, ymm14
vmovdqa ymmword ptr [rdx + 704], ymm14
vpor ymm14, ymm3, ymm6
vmovdqa ymmword ptr [rdx + 32], ymm12
vmovdqa ymm12, ymmword ptr [rsi + 32]
vpand ymm10, ymm12, ymm10
vmovdqa ymmword ptr [rdx], ymm6
vpandn ymm6, ymm0, ymmword ptr [rdx + 160]
vpor ymm8, ymm11, ymm8
vpor ymm14, ymm9, ymm14
vpandn ymm13, ymm13, ymm7
vpandn ymm5, ymm12, ymm5
vpandn ymm0, ymm0, ymmword ptr [rdx + 64]
vmovdqa ymmword ptr [rdx + 160], ymm11
vpandn ymm11, ymm15, ymmword ptr [rdx + 576]
vpandn ymm15, ymm15, ymmword ptr [rdx + 992]
vpor ymm5, ymm10, ymm5
vpandn ymm10, ymm1, ymmword ptr [rdx + 1152]
vpandn ymm1, ymm1, ymmword ptr [rdx + 96]
vmovdqa ymmword ptr [rdx + 64], ymm9
vpsrld ymm9, ymm4, 6
vpandn ymm5, ymm5, ymm7
vmovdqa ymmword ptr [rdx + 576], ymm3
vpor ymm3, ymm0, ymm15
vpslld ymm4, ymm4, 3
vmovdqa ymmword ptr [rdx + 992], ymm15
vmovdqa ymm15, ymmword ptr [rdx + 224]
vmovdqa ymmword ptr [rdx + 1152], ymm0
vpandn ymm0, ymm15, ymmword ptr [rdx + 384]
vpand ymm9, ymm12, ymm9
vpor ymm3, ymm1, ymm3
vmovdqa ymmword ptr [rdx + 96], ymm1
vpandn ymm1, ymm13, ymmword ptr [rdx + 128]
vpandn ymm2, ymm2, ymm7
vpandn ymm12, ymm12, ymm4
vpandn ymm4, ymm15, ymmword ptr [rdx + 640]
vpor ymm15, ymm0, ymm1
vmovdqa ymmword ptr [rdx + 384], ymm1
vpandn ymm1, ymm2, ymmword ptr [rdx + 832]
vpor ymm15, ymm1, ymm15
vpor ymm12, ymm9, ymm12
vpandn ymm9, ymm13, ymmword ptr [rdx + 352]
vmovdqa ymmword ptr [rdx + 128], ymm1
vpor ymm1, ymm14, ymm8
vpandn ymm12, ymm12, ymm7
vmovdqa ymmword ptr [rdx + 640], ymm0
vpor ymm0, ymm4, ymm9
vpandn ymm7, ymm2, ymmword ptr [rdx + 512]
vmovdqa ymmword ptr [rdx + 832], ymm9
vmovdqa ymm9, ymmword ptr [rdx + 256]
vmovdqa ymmword ptr [rdx + 352], ymm4
vpandn ymm4, ymm9, ymmword ptr [rdx + 928]
vpand ymm8, ymm14, ymm8
vmovdqa ymm14, ymmword ptr [rdx + 224]
vpandn ymm9, ymm14, ymmword ptr [rdx + 448]
vpor ymm0, ymm7, ymm0
vmovdqa ymmword ptr [rdx + 512], ymm7
vpandn ymm7, ymm5, ymmword ptr [rdx + 544]
vpand ymm14, ymm3, ymm1
vmovdqa ymmword ptr [rdx + 928], ymm1
vpandn ymm1, ymm13, ymmword ptr [rdx + 480]
vmovdqa ymmword ptr [rdx + 448], ymm3
vpor ymm3, ymm9, ymm1
vmovdqa ymmword ptr [rdx + 544], ymm1
vpandn ymm1, ymm12, ymmword ptr [rdx + 192]
vmovdqa ymmword ptr [rdx + 480], ymm9
vpandn ymm9, ymm2, ymmword ptr [rdx + 864]
vpor ymm14, ymm8, ymm14
vpor ymm8, ymm4, ymm7
vmovdqa ymmword ptr [rdx + 192], ymm7
vpor ymm7, ymm6, ymm11
vpand ymm11, ymm6, ymm11
vpor ymm8, ymm1, ymm8
vmovdqa ymm6, ymmword ptr [rdx + 256]
vmovdqa ymmword ptr [rdx + 864], ymm1
vpandn ymm1, ymm6, ymmword ptr [rdx + 800]
vpor ymm3, ymm9, ymm3
vpand ymm7, ymm10, ymm7
vmovdqa ymm10, ymmword ptr [rdx + 224]
vpandn ymm10, ymm10, ymmword ptr [rdx + 1056]
vpandn ymm13, ymm13, ymmword ptr [rdx + 1088]
vmovdqa ymmword ptr [rdx + 800], ymm9
vpandn ymm9, ymm5, ymmword ptr [rdx + 736]
vpor ymm7, ymm11, ymm7
vpandn ymm2, ymm2, ymmword ptr [rdx + 320]
vpandn ymm11, ymm12, ymmword ptr [rdx + 1120]
vmovdqa ymmword ptr [rdx + 1056], ymm4
vpor ymm4, ymm1, ymm9
vpor ymm7, ymm14, ymm7
vpor ymm14, ymm0, ymm15
vpand ymm15, ymm0, ymm15
vpor ymm4, ymm11, ymm4
vmovdqa ymm0, ymmword ptr [rdx + 448]
vpor ymm0, ymm0, ymmword ptr [rdx + 928]
vpand ymm7, ymm7, ymmword ptr [rcx]
vmovdqa ymmword ptr [rdx + 224], ymm11
vpand ymm11, ymm7, ymmword ptr [rdx + 288]
vmovdqa ymmword ptr [rdx + 1088], ymm9
vpandn ymm9, ymm6, ymmword ptr [rdx + 608]
vmovdqa ymmword ptr [rdx + 736], ymm1
vpand ymm1, ymm3, ymm14
vmovdqa ymmword ptr [rdx + 320], ymm7
vpandn ymm7, ymm5, ymmword ptr [rdx + 768]
vpandn ymm6, ymm12, ymmword ptr [rdx + 416]
vmovdqa ymmword ptr [rdx + 1120], ymm11
vpor ymm11, ymm10, ymm13
vpor ymm1, ymm15, ymm1
vpor ymm15, ymm9, ymm7
vpand ymm13, ymm10, ymm13
vpand ymm11, ymm2, ymm11
vmovdqa ymm2, ymmword ptr [rdx + 256]
vpandn ymm2, ymm2, ymmword ptr [rdx + 1184]
vpor ymm15, ymm6, ymm15
vpandn ymm5, ymm5, ymmword ptr [rdx + 960]
vpor ymm11, ymm13, ymm11
vpandn ymm12, ymm12, ymmword ptr [rdx + 1024]
vpor ymm13, ymm8, ymm4
vpor ymm11, ymm1, ymm11
vpand ymm4, ymm8, ymm4
vpor ymm14, ymm3, ymm14
vpand ymm14, ymm0, ymm14
vpand ymm0, ymm15, ymm13
vpand ymm11, ymm11, ymmword ptr [rcx]
vpand ymm3, ymm11, ymmword ptr [rdx + 672]
vpor ymm3, ymm3, ymmword ptr [rdx + 1120]
vpor ymm8, ymm2, ymm5
vpand ymm5, ymm2, ymm5
vpor ymm0, ymm4, ymm0
vpand ymm8, ymm12, ymm8
vpor ymm13, ymm15, ymm13
vpor ymm8, ymm5, ymm8
vpand ymm14, ymm13, ymm14
vpor ymm8, ymm0, ymm8
vpand ymm8, ymm8, ymmword ptr [rcx]
vpand ymm0, ymm8, ymmword ptr [rdx + 896]
vpor ymm0, ymm3, ymm0
vmovdqa ymm3, ymmword ptr [rdx + 320]
vpandn ymm13, ymm3, ymmword ptr [rdx + 576]
vpandn ymm5, ymm11, ymmword ptr [rdx + 352]
vpandn ymm15, ymm8, ymmword ptr [rdx + 1056]
vpandn ymm12, ymm3, ymmword ptr [rdx]
vpor ymm5, ymm13, ymm5
vpandn ymm13, ymm11, ymmword ptr [rdx + 832]
vpandn ymm4, ymm8, ymmword ptr [rdx + 192]
vpor ymm15, ymm5, ymm15
vpor ymm13, ymm12, ymm13
vpslld ymm12, ymm15, 9
vpsrld ymm5, ymm15, 18
vpslld ymm2, ymm15, 18
vpsrld ymm1, ymm15, 9
vpor ymm5, ymm12, ymm5
vpor ymm4, ymm13, ymm4
vpor ymm1, ymm2, ymm1
vpor ymm5, ymm15, ymm5
vpandn ymm2, ymm3, ymmword ptr [rdx + 64]
vpslld ymm13, ymm4, 9
vpsrld ymm12, ymm4, 18
vpor ymm5, ymm1, ymm5
vpslld ymm1, ymm4, 18
vpand ymm10, ymm3, ymm5
vpor ymm12, ymm13, ymm12
vpand ymm13, ymm11, ymm5
vpandn ymm13, ymm13, ymmword ptr [rdx + 352]
vmovdqa ymmword ptr [rdx + 448], ymm6
vpsrld ymm6, ymm4, 9
vpandn ymm10, ymm10, ymmword ptr [rdx + 576]
vmovdqa ymmword ptr [rdx + 928], ymm7
vpandn ymm7, ymm11, ymmword ptr [rdx + 512]
vpand ymm5, ymm8, ymm5
vmovdqa ymmword ptr [rdi], ymm10
vpor ymm6, ymm1, ymm6
vpor ymm12, ymm4, ymm12
vpor ymm7, ymm2, ymm7
vpandn ymm5, ymm5, ymmword ptr [rdx + 1056]
vpandn ymm2, ymm8, ymmword ptr [rdx + 864]
vpor ymm12, ymm6, ymm12
vmovdqa ymmword ptr [rdi + 576], ymm5
vpandn ymm6, ymm3, ymmword ptr [rdx + 32]
vpor ymm2, ymm7, ymm2
vpand ymm7, ymm3, ymm12
vpand ymm1, ymm11, ymm12
vmovdqa ymmword ptr [rdx + 288], ymm9
vpandn ymm9, ymm11, ymmword ptr [rdx + 640]
vmovdqa ymmword ptr [rdx + 608], ymm4
vpslld ymm4, ymm2, 9
vpandn ymm7, ymm7, ymmword ptr [rdx]
vpsrld ymm3, ymm2, 18
vmovdqa ymmword ptr [rdx + 768], ymm0
vpslld ymm0, ymm2, 18
vmovdqa ymmword ptr [rdi + 32], ymm7
vpandn ymm1, ymm1, ymmword ptr [rdx + 832]
vmovdqa ymmword ptr [rdx + 416], ymm15
vpsrld ymm15, ymm2, 9
vpor ymm3, ymm4, ymm3
vmovdqa ymmword ptr [rdi + 320], ymm1
vpand ymm12, ymm8, ymm12
vpor ymm9, ymm6, ymm9
vpor ymm15, ymm0, ymm15
vpor ymm3, ymm2, ymm3
vpandn ymm12, ymm12, ymmword ptr [rdx + 192]
vpandn ymm0, ymm8, ymmword ptr [rdx + 736]
vmovdqa ymmword ptr [rdi + 608], ymm12
vmovdqa ymmword ptr [rdi + 288], ymm13
vpor ymm3, ymm15, ymm3
vpor ymm15, ymm7, ymm1
vpor ymm6, ymm10, ymm13
vpand ymm13, ymm10, ymm13
vpor ymm0, ymm9, ymm0
vpor ymm9, ymm5, ymm6
vpand ymm6, ymm5, ymm6
vpor ymm5, ymm12, ymm15
vpand ymm10, ymm3, ymmword ptr [rdx + 320]
vpslld ymm4, ymm9, 9
vpor ymm6, ymm13, ymm6
vpsrld ymm13, ymm9, 18
vmovdqa ymmword ptr [rdx + 1184], ymm2
vpslld ymm2, ymm9, 18
vmovdqa ymmword ptr [rdx + 256], ymm8
vpslld ymm8, ymm0, 9
vmovdqa ymmword ptr [rdx + 960], ymm14
vpsrld ymm14, ymm9, 9
vpor ymm13, ymm4, ymm13
vpandn ymm10, ymm10, ymmword ptr [rdx + 64]
vpsrld ymm4, ymm0, 18
vpor ymm14, ymm2, ymm14
vpand ymm1, ymm7, ymm1
vmovdqa ymmword ptr [rdi + 64], ymm10
vpor ymm6, ymm13, ymm6
vpor ymm4, ymm8, ymm4
vpand ymm8, ymm11, ymm3
vpand ymm15, ymm12, ymm15
vpslld ymm12, ymm0, 18
vpor ymm6, ymm14, ymm6
vpandn ymm8, ymm8, ymmword ptr [rdx + 512]
vmovdqa ymm14, ymmword ptr [rdx + 320]
vpandn ymm13, ymm14, ymmword ptr [rdx + 704]
vpor ymm15, ymm1, ymm15
vpsrld ymm1, ymm0, 9
vmovdqa ymmword ptr [rdi + 352], ymm8
vpor ymm7, ymm9, ymm6
vpandn ymm2, ymm11, ymmword ptr [rdx + 384]
vpslld ymm14, ymm5, 9
vpor ymm1, ymm12, ymm1
vpand ymm7, ymm7, ymmword ptr [rdx + 960]
vmovdqa ymm12, ymmword ptr [rdx + 256]
vpand ymm3, ymm12, ymm3
vmovdqa ymmword ptr [rdx + 1024], ymm7
vpsrld ymm7, ymm5, 18
vpor ymm4, ymm0, ymm4
vpor ymm2, ymm13, ymm2
vpand ymm13, ymm6, ymmword ptr [rdx + 416]
vpandn ymm3, ymm3, ymmword ptr [rdx + 864]
vpor ymm7, ymm14, ymm7
vpor ymm4, ymm1, ymm4
vpandn ymm1, ymm12, ymmword ptr [rdx + 1088]
vmovdqa ymmword ptr [rdi + 640], ymm3
vpor ymm13, ymm13, ymmword ptr [rdx + 768]
vpslld ymm14, ymm5, 18
vmovdqa ymmword ptr [rdx + 672], ymm0
vpand ymm0, ymm4, ymmword ptr [rdx + 320]
vpor ymm1, ymm2, ymm1
vpand ymm9, ymm9, ymm6
vpor ymm2, ymm10, ymm8
vpsrld ymm12, ymm5, 9
vpandn ymm0, ymm0, ymmword ptr [rdx + 32]
vmovdqa ymmword ptr [rdx + 1120], ymm9
vpslld ymm9, ymm1, 9
vmovdqa ymmword ptr [rdx + 896], ymm13
vpxor ymm13, ymm6, ymmword ptr [rdi + 864]
vmovdqa ymmword ptr [rdx + 352], ymm13
vpor ymm13, ymm3, ymm2
vmovdqa ymmword ptr [rdi + 96], ymm0
vpor ymm12, ymm14, ymm12
vpsrld ymm14, ymm1, 18
vmovdqa ymmword ptr [rdi + 864], ymm6
vpand ymm8, ymm10, ymm8
vpor ymm15, ymm7, ymm15
vpand ymm7, ymm11, ymm4
vpor ymm14, ymm9, ymm14
vpand ymm2, ymm3, ymm2
vpor ymm15, ymm12, ymm15
vpandn ymm7, ymm7, ymmword ptr [rdx + 640]
vpslld ymm12, ymm1, 18
vmovdqa ymmword ptr [rdi + 384], ymm7
vpor ymm2, ymm8, ymm2
vpor ymm8, ymm5, ymm15
vmovdqa ymm3, ymmword ptr [rdx + 320]
vpandn ymm9, ymm3, ymmword ptr [rdx + 160]
vpsrld ymm10, ymm1, 9
vpslld ymm6, ymm13, 9
vpand ymm8, ymm8, ymmword ptr [rdx + 1024]
vmovdqa ymm3, ymmword ptr [rdx + 256]
vpand ymm4, ymm3, ymm4
vmovdqa ymmword ptr [rdx + 576], ymm8
vpandn ymm8, ymm11, ymmword ptr [rdx + 128]
vpor ymm10, ymm12, ymm10
vpsrld ymm12, ymm13, 18
vpandn ymm4, ymm4, ymmword ptr [rdx + 736]
vmovdqa ymmword ptr [rdx + 1056], ymm11
vpand ymm11, ymm15, ymmword ptr [rdx + 608]
vmovdqa ymmword ptr [rdx], ymm2
vpandn ymm2, ymm3, ymmword ptr [rdx + 224]
vpor ymm8, ymm9, ymm8
vmovdqa ymmword ptr [rdi + 672], ymm4
vpor ymm14, ymm1, ymm14
vpor ymm12, ymm6, ymm12
vpor ymm11, ymm11, ymmword ptr [rdx + 896]
vpor ymm2, ymm8, ymm2
vpor ymm14, ymm10, ymm14
vpslld ymm10, ymm13, 18
vpand ymm5, ymm5, ymm15
vpor ymm8, ymm0, ymm7
vpslld ymm6, ymm2, 9
vpand ymm9, ymm14, ymmword ptr [rdx + 320]
vmovdqa ymmword ptr [rdx + 832], ymm1
vpsrld ymm1, ymm13, 9
vpor ymm3, ymm4, ymm8
vpor ymm5, ymm5, ymmword ptr [rdx + 1120]
vpandn ymm9, ymm9, ymmword ptr [rdx + 704]
vmovdqa ymmword ptr [rdx + 192], ymm5
vpsrld ymm5, ymm2, 18
vpor ymm1, ymm10, ymm1
vmovdqa ymmword ptr [rdi + 128], ymm9
vpxor ymm10, ymm15, ymmword ptr [rdi + 896]
vpand ymm7, ymm0, ymm7
vpor ymm5, ymm6, ymm5
vpor ymm12, ymm12, ymmword ptr [rdx]
vmovdqa ymmword ptr [rdi + 896], ymm15
vpand ymm15, ymm14, ymmword ptr [rdx + 1056]
vpor ymm10, ymm10, ymmword ptr [rdx + 352]
vpor ymm12, ymm1, ymm12
vpandn ymm15, ymm15, ymmword ptr [rdx + 384]
vpand ymm8, ymm4, ymm8
vpslld ymm4, ymm2, 18
vmovdqa ymmword ptr [rdi + 416], ymm15
vmovdqa ymm1, ymmword ptr [rdx + 320]
vpandn ymm6, ymm1, ymmword ptr [rdx + 1152]
vpsrld ymm0, ymm2, 9
vpor ymm8, ymm7, ymm8
vpor ymm7, ymm13, ymm12
vmovdqa ymm1, ymmword ptr [rdx + 1056]
vmovdqa ymmword ptr [rdx + 64], ymm10
vpandn ymm10, ymm1, ymmword ptr [rdx + 480]
vpslld ymm1, ymm3, 9
vpand ymm7, ymm7, ymmword ptr [rdx + 576]
vpor ymm0, ymm4, ymm0
vmovdqa ymm4, ymmword ptr [rdx + 256]
vpand ymm14, ymm4, ymm14
vpor ymm10, ymm6, ymm10
vpsrld ymm6, ymm3, 18
vpandn ymm14, ymm14, ymmword ptr [rdx + 1088]
vpor ymm5, ymm2, ymm5
vmovdqa ymmword ptr [rdx + 512], ymm2
vpand ymm2, ymm12, ymmword ptr [rdx + 1184]
vmovdqa ymmword ptr [rdx + 960], ymm7
vpandn ymm7, ymm4, ymmword ptr [rdx + 288]
vmovdqa ymmword ptr [rdi + 704], ymm14
vpor ymm6, ymm1, ymm6
vpor ymm2, ymm11, ymm2
vpor ymm5, ymm0, ymm5
vpor ymm7, ymm10, ymm7
vpslld ymm10, ymm3, 18
vpand ymm13, ymm13, ymm12
vpand ymm0, ymm5, ymmword ptr [rdx + 320]
vpor ymm11, ymm9, ymm15
vpslld ymm1, ymm7, 9
vpsrld ymm4, ymm3, 9
vpandn ymm0, ymm0, ymmword ptr [rdx + 160]
vpor ymm13, ymm13, ymmword ptr [rdx + 192]
vmovdqa ymmword ptr [rdx + 416], ymm13
vpor ymm13, ymm14, ymm11
vmovdqa ymmword ptr [rdx + 864], ymm2
vpsrld ymm2, ymm7, 18
vmovdqa ymmword ptr [rdi + 160], ymm0
vpor ymm4, ymm10, ymm4
vpxor ymm10, ymm12, ymmword ptr [rdi + 928]
vpand ymm15, ymm9, ymm15
vpor ymm2, ymm1, ymm2
vpor ymm8, ymm6, ymm8
vmovdqa ymmword ptr [rdi + 928], ymm12
vpand ymm12, ymm5, ymmword ptr [rdx + 1056]
vpor ymm10, ymm10, ymmword ptr [rdx + 64]
vpand ymm11, ymm14, ymm11
vpslld ymm14, ymm7, 18
vpor ymm8, ymm4, ymm8
vpandn ymm12, ymm12, ymmword ptr [rdx + 128]
vmovdqa ymm4, ymmword ptr [rdx + 320]
vpandn ymm6, ymm4, ymmword ptr [rdx + 992]
vpor ymm11, ymm15, ymm11
vpsrld ymm15, ymm7, 9
vmovdqa ymmword ptr [rdi + 448], ymm12
vpor ymm1, ymm3, ymm8
vmovdqa ymm9, ymmword ptr [rdx + 1056]
vmovdqa ymmword ptr [rdx + 768], ymm10
vpandn ymm10, ymm9, ymmword ptr [rdx + 544]
vpslld ymm9, ymm13, 9
vpor ymm15, ymm14, ymm15
vpand ymm1, ymm1, ymmword ptr [rdx + 960]
vmovdqa ymm14, ymmword ptr [rdx + 256]
vpand ymm5, ymm14, ymm5
vpor ymm10, ymm6, ymm10
vpsrld ymm6, ymm13, 18
vpor ymm2, ymm7, ymm2
vmovdqa ymmword ptr [rdx + 32], ymm7
vpand ymm7, ymm8, ymmword ptr [rdx + 672]
vpandn ymm5, ymm5, ymmword ptr [rdx + 224]
vmovdqa ymmword ptr [rdx + 640], ymm1
vpandn ymm1, ymm14, ymmword ptr [rdx + 928]
vpor ymm2, ymm15, ymm2
vpor ymm7, ymm7, ymmword ptr [rdx + 864]
vmovdqa ymmword ptr [rdi + 736], ymm5
vpor ymm6, ymm9, ymm6
vpor ymm1, ymm10, ymm1
vpslld ymm10, ymm13, 18
vpand ymm9, ymm4, ymm2
vpand ymm3, ymm3, ymm8
vpor ymm15, ymm0, ymm12
vpslld ymm14, ymm1, 9
vpsrld ymm4, ymm13, 9
vpandn ymm9, ymm9, ymmword ptr [rdx + 1152]
vpor ymm3, ymm3, ymmword ptr [rdx + 416]
vmovdqa ymmword ptr [rdx + 1024], ymm3
vpor ymm3, ymm5, ymm15
vmovdqa ymmword ptr [rdx + 736], ymm7
vpsrld ymm7, ymm1, 18
vmovdqa ymmword ptr [rdi + 192], ymm9
vpor ymm4, ymm10, ymm4
vpxor ymm10, ymm8, ymmword ptr [rdi + 960]
vpand ymm12, ymm0, ymm12
vpor ymm7, ymm14, ymm7
vpor ymm11, ymm6, ymm11
vmovdqa ymmword ptr [rdi + 960], ymm8
vpand ymm8, ymm2, ymmword ptr [rdx + 1056]
vpand ymm15, ymm5, ymm15
vpslld ymm5, ymm1, 18
vpor ymm11, ymm4, ymm11
vpandn ymm8, ymm8, ymmword ptr [rdx + 480]
vmovdqa ymm4, ymmword ptr [rdx + 320]
vpandn ymm6, ymm4, ymmword ptr [rdx + 96]
vpor ymm15, ymm12, ymm15
vpsrld ymm12, ymm1, 9
vmovdqa ymmword ptr [rdi + 480], ymm8
vpor ymm14, ymm13, ymm11
vpand ymm14, ymm14, ymmword ptr [rdx + 640]
vmovdqa ymm0, ymmword ptr [rdx + 1056]
vmovdqa ymmword ptr [rdx + 608], ymm10
vpandn ymm10, ymm0, ymmword ptr [rdx + 800]
vpslld ymm0, ymm3, 9
vpor ymm12, ymm5, ymm12
vmovdqa ymm5, ymmword ptr [rdx + 256]
vpand ymm2, ymm5, ymm2
vpor ymm10, ymm6, ymm10
vpsrld ymm6, ymm3, 18
vmovdqa ymmword ptr [rdx + 896], ymm14
vpandn ymm14, ymm5, ymmword ptr [rdx + 448]
vpor ymm7, ymm1, ymm7
vpand ymm5, ymm11, ymmword ptr [rdx + 832]
vpandn ymm2, ymm2, ymmword ptr [rdx + 288]
vpor ymm6, ymm0, ymm6
vpor ymm14, ymm10, ymm14
vpor ymm7, ymm12, ymm7
vmovdqa ymmword ptr [rdi + 768], ymm2
vpor ymm5, ymm5, ymmword ptr [rdx + 736]
vpslld ymm12, ymm3, 18
vpslld ymm10, ymm14, 9
vpand ymm0, ymm4, ymm7
vpand ymm13, ymm13, ymm11
vpor ymm4, ymm9, ymm8
vmovdqa ymmword ptr [rdx + 1120], ymm1
vpsrld ymm1, ymm14, 18
vmovdqa ymmword ptr [rdx + 704], ymm5
vpsrld ymm5, ymm3, 9
vpor ymm13, ymm13, ymmword ptr [rdx + 1024]
vmovdqa ymmword ptr [rdx], ymm13
vpor ymm13, ymm2, ymm4
vpor ymm1, ymm10, ymm1
vpor ymm5, ymm12, ymm5
vpxor ymm12, ymm11, ymmword ptr [rdi + 992]
vpand ymm8, ymm9, ymm8
vpandn ymm0, ymm0, ymmword ptr [rdx + 992]
vpslld ymm9, ymm14, 18
vmovdqa ymmword ptr [rdi + 992], ymm11
vpor ymm15, ymm6, ymm15
vpsrld ymm6, ymm14, 9
vpand ymm4, ymm2, ymm4
vmovdqa ymmword ptr [rdi + 224], ymm0
vpor ymm6, ymm9, ymm6
vpor ymm15, ymm5, ymm15
vpand ymm5, ymm7, ymmword ptr [rdx + 1056]
vpslld ymm9, ymm13, 9
vpor ymm2, ymm3, ymm15
vpandn ymm5, ymm5, ymmword ptr [rdx + 544]
vpor ymm4, ymm8, ymm4
vpor ymm1, ymm14, ymm1
vpsrld ymm8, ymm13, 18
vpand ymm2, ymm2, ymmword ptr [rdx + 896]
vmovdqa ymmword ptr [rdi + 512], ymm5
vpor ymm1, ymm6, ymm1
vpand ymm6, ymm1, ymmword ptr [rdx + 320]
vpand ymm11, ymm15, ymmword ptr [rdx + 512]
vpor ymm8, ymm9, ymm8
vpand ymm7, ymm7, ymmword ptr [rdx + 256]
vpandn ymm6, ymm6, ymmword ptr [rdx + 96]
vpslld ymm9, ymm13, 18
vpand ymm3, ymm3, ymm15
vpandn ymm7, ymm7, ymmword ptr [rdx + 928]
vpsrld ymm10, ymm13, 9
vpor ymm3, ymm3, ymmword ptr [rdx]
vmovdqa ymmword ptr [rdx + 352], ymm14
vpand ymm14, ymm1, ymmword ptr [rdx + 1056]
vmovdqa ymmword ptr [rdi + 800], ymm7
vmovdqa ymmword ptr [rdx + 384], ymm3
vpor ymm3, ymm0, ymm5
vpor ymm10, ymm9, ymm10
vpxor ymm9, ymm15, ymmword ptr [rdi + 1024]
vpandn ymm14, ymm14, ymmword ptr [rdx + 800]
vmovdqa ymmword ptr [rdi + 256], ymm6
vpand ymm5, ymm0, ymm5
vpor ymm4, ymm8, ymm4
vmovdqa ymmword ptr [rdi + 1024], ymm15
vpor ymm15, ymm7, ymm3
vpand ymm3, ymm7, ymm3
vpand ymm1, ymm1, ymmword ptr [rdx + 256]
vpor ymm4, ymm10, ymm4
vmovdqa ymm10, ymmword ptr [rdx + 768]
vpor ymm10, ymm10, ymmword ptr [rdx + 608]
vpor ymm3, ymm5, ymm3
vpandn ymm1, ymm1, ymmword ptr [rdx + 448]
vmovdqa ymmword ptr [rdi + 544], ymm14
vpor ymm5, ymm13, ymm4
vpslld ymm7, ymm15, 9
vpor ymm12, ymm10, ymm12
vpor ymm9, ymm12, ymm9
vpand ymm5, ymm2, ymm5
vpor ymm2, ymm6, ymm14
vpsrld ymm12, ymm15, 18
vpand ymm10, ymm4, ymmword ptr [rdx + 32]
vpslld ymm8, ymm15, 18
vpor ymm0, ymm1, ymm2
vmovdqa ymmword ptr [rdi + 832], ymm1
vpor ymm12, ymm7, ymm12
vpor ymm11, ymm11, ymmword ptr [rdx + 704]
vpand ymm14, ymm6, ymm14
vpand ymm13, ymm13, ymm4
vpand ymm2, ymm1, ymm2
vpsrld ymm1, ymm15, 9
vpor ymm10, ymm11, ymm10
vpor ymm13, ymm13, ymmword ptr [rdx + 384]
vpslld ymm11, ymm0, 9
vpsrld ymm6, ymm0, 18
vpor ymm1, ymm8, ymm1
vpor ymm2, ymm14, ymm2
vpxor ymm14, ymm4, ymmword ptr [rdi + 1056]
vpslld ymm8, ymm0, 18
vpsrld ymm7, ymm0, 9
vpor ymm3, ymm12, ymm3
vpor ymm6, ymm11, ymm6
vmovdqa ymmword ptr [rdi + 1056], ymm4
vpor ymm7, ymm8, ymm7
vpor ymm14, ymm9, ymm14
vpor ymm2, ymm6, ymm2
vpor ymm3, ymm1, ymm3
vpor ymm2, ymm7, ymm2
vpor ymm7, ymm15, ymm3
vpand ymm1, ymm3, ymmword ptr [rdx + 1120]
vpor ymm1, ymm10, ymm1
vpor ymm10, ymm0, ymm2
vpand ymm15, ymm15, ymm3
vpand ymm7, ymm5, ymm7
vpxor ymm5, ymm3, ymmword ptr [rdi + 1088]
vpand ymm6, ymm2, ymmword ptr [rdx + 352]
vpor ymm15, ymm13, ymm15
vpand ymm0, ymm0, ymm2
vpand ymm10, ymm7, ymm10
vmovdqa ymmword ptr [rdi + 1088], ymm3
vpxor ymm3, ymm2, ymmword ptr [rdi + 1120]
vpor ymm5, ymm14, ymm5
vpor ymm6, ymm1, ymm6
vmovdqa ymm1, ymmword ptr [rsi + 64]
vpand ymm6, ymm6, ymm1
vpor ymm0, ymm15, ymm0
vmovdqa ymm15, ymmword ptr [rsi + 96]
vpcmpeqd ymm0, ymm0, ymm15
vpor ymm3, ymm5, ymm3
vpandn ymm10, ymm10, ymm1
vmovdqa ymmword ptr [rdi + 1120], ymm2
vpor ymm10, ymm6, ymm10
vpcmpeqd ymm10, ymm10, ymm15
vpand ymm1, ymm3, ymm1
vmovmskps r8d, ymm0
vpcmpeqd ymm15, ymm1, ymm15
vmovmskps r9d, ymm15
vmovmskps eax, ymm10
