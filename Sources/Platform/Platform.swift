// The C library under one name, whatever it is called where this is compiled. What only Linux has stands in the other
// files of this module, behind the same question; no other module asks it.
#if canImport(Glibc)
  @_exported public import Glibc
#else
  @_exported public import Darwin
#endif
