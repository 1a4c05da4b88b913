// The door to OpenSSL's digests, which come with the store engine's cipher.
#pragma once
#include <openssl/evp.h>
