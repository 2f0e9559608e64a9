"""Matches on a GPU: the rules that the CPU runs, built as CUDA kernels (the extra ``gpu``)."""
