"""The symbolic side of the castles of Caleira: what may be done, what each step does, what is kept and counted."""
