"""Chapter narrative: dataslates, experience, ranks, honours, scars, requisition, operations."""
