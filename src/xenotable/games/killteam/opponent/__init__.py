"""The machine as an opponent (chapter solo)."""
