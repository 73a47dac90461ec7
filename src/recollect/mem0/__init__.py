"""mem0's calls on Recollect's memory: for the class of the same name, and for mem0's clients."""
