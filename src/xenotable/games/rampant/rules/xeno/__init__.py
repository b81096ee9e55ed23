"""Stranger abilities bought for single units."""
