"""Chapter shooting: from selecting a ranged weapon to removing incapacitated operatives."""
