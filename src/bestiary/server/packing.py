"""News as they are stored: packed against the first news of the same seat, which are much alike."""

from __future__ import annotations

import zlib


def packed(text: str, first: bytes) -> bytes:
    """News as they are stored: packed against the first ones of the same seat, which are much alike."""
    packer = zlib.compressobj(1, zdict=first) if first else zlib.compressobj(6)
    return packer.compress(text.encode()) + packer.flush()


def unpacked(body: bytes, first: bytes) -> str:
    """The same, read back."""
    reader = zlib.decompressobj(zdict=first) if first else zlib.decompressobj()
    return (reader.decompress(body) + reader.flush()).decode()
