"""News as they are stored: packed against the first news of the same seat, which are much alike."""

from __future__ import annotations

import zlib


def packed(body: bytes, first: bytes) -> bytes:
    """News as they are stored."""
    packer = zlib.compressobj(1, zdict=first) if first else zlib.compressobj(6)
    return packer.compress(body) + packer.flush()


def unpacked(body: bytes, first: bytes) -> bytes:
    """The same, read back."""
    reader = zlib.decompressobj(zdict=first) if first else zlib.decompressobj()
    return reader.decompress(body) + reader.flush()
