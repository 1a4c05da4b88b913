// The door to llama.cpp. Its own headers can be imported as they are; what stands here is a C face for what it has in
// C++ only, chat templates and the names of the kinds of models that it knows, and for whether it runs on this processor.
// No exception leaves it.
#pragma once
#include <llama.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What the name of a file begins with that was handed over open; the number of its descriptor follows. No path begins so.
#define SOTTO_DESCRIPTOR_NAME "descriptor:"

/// Whether models of this kind can be loaded.
bool sotto_knows_architecture(const char *name);

/// Where the reason of a refusal is written, with a zero at its end.
struct sotto_reason {
  char *text;
  size_t room;
};

/// What a processor may be able to do that the library may have been compiled for. Those up to FMA come together in most
/// processors since 2013.
enum sotto_feature {
  SOTTO_AVX = 1,
  SOTTO_AVX2 = 2,
  SOTTO_BMI2 = 4,
  SOTTO_F16C = 8,
  SOTTO_FMA = 16,
  SOTTO_AVX512 = 32,
  SOTTO_AVX512_VBMI = 64,
  SOTTO_AVX512_VNNI = 128,
  SOTTO_AVX512_BF16 = 256,
  SOTTO_AVX_VNNI = 512,
  SOTTO_AMX_INT8 = 1024,
};

/// What the library was compiled for, and what this processor and its system can do, as sums of features. Neither runs
/// what needs one of them. On other architectures both are 0.
uint32_t sotto_features_wanted(void);
uint32_t sotto_features_here(void);

enum sotto_fit { SOTTO_FITS, SOTTO_TOO_OLD, SOTTO_OTHER };

/// Whether a processor with these features runs what wants those; else the names of what it lacks are the reason. One that
/// is too old lacks some that come together, and only those are named.
enum sotto_fit sotto_fit_of(uint32_t wanted, uint32_t here, struct sotto_reason reason);

/// A chat template that was parsed. It is a program that came with a model: it may take for ever, or all memory.
struct sotto_template;

/// NULL for one that makes no sense. `bos` and `eos` are the texts of the tokens by which a text begins and ends.
struct sotto_template *sotto_template_parse(const char *source, const char *bos, const char *eos, struct sotto_reason reason);
void sotto_template_free(struct sotto_template *parsed);

/// What the messages are to be rendered with: 1 and 0 say whether the model is to think, a negative number says nothing.
struct sotto_rendering {
  int thinking;
  int64_t now;
};

/// A message; the text need not end by a zero.
struct sotto_message {
  const char *role;
  const char *text;
  size_t count;
};

/// A part of a prompt, and whether a message brought it. Where a template made one text of several, it says no.
struct sotto_part {
  const char *text;
  size_t count;
  bool is_message;
};

/// To be freed by its owner's function.
struct sotto_prompt {
  const struct sotto_part *parts;
  size_t count;
  void *owner;
};

/// False, with nothing to be freed, when the template refuses them.
bool sotto_template_render(const struct sotto_template *parsed, const struct sotto_message *messages, size_t count,
                           struct sotto_rendering rendering, struct sotto_prompt *prompt, struct sotto_reason reason);
void sotto_prompt_free(struct sotto_prompt *prompt);

#ifdef __cplusplus
}
#endif
