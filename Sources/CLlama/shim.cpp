// Compiled by scripts/llama, and put into the library's archive.
#include "shim.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ggml-cpu.h"
#include "jinja/lexer.h"
#include "jinja/parser.h"
#include "jinja/runtime.h"
#include "jinja/value.h"
#include "llama-arch.h"

struct sotto_template {
  jinja::program program;
  std::string source, bos, eos;
  /// What the template can take: else the instructions go into the first message, and a text into a list of contents.
  bool takes_system = true, takes_text = true;
};

namespace {

struct owned_prompt {
  std::vector<jinja::string_part> texts;
  std::vector<sotto_part> parts;
};

struct message {
  std::string role, text;
};

/// One line: a template that fails tells first where, over several lines.
void say(sotto_reason reason, std::string words) {
  if (reason.room == 0) return;
  const std::string mark = "Error: ";
  size_t place = words.rfind(mark);
  if (place != std::string::npos) words.erase(0, place + mark.size());
  size_t count = std::min({words.size(), words.find('\n'), reason.room - 1});
  memcpy(reason.text, words.data(), count);
  reason.text[count] = 0;
}

/// Calls `body`, and turns whatever it throws into words.
template <typename Body>
bool guarded(sotto_reason reason, Body body) {
  try {
    body();
    return true;
  } catch (const std::exception &error) {
    say(reason, error.what());
  } catch (...) {
    say(reason, "unknown");
  }
  return false;
}

jinja::value typed(const std::string &text) {
  auto value = jinja::mk_val<jinja::value_string>(text);
  value->mark_input();
  return value;
}

jinja::value content(const std::string &text, bool is_text) {
  if (is_text) return typed(text);
  auto part = jinja::mk_val<jinja::value_object>();
  part->insert("type", jinja::mk_val<jinja::value_string>("text"));
  part->insert("text", typed(text));
  auto list = jinja::mk_val<jinja::value_array>();
  list->push_back(part);
  return list;
}

/// Throws what the template raises.
std::vector<jinja::string_part> render(const sotto_template &parsed, std::vector<message> messages, sotto_rendering rendering) {
  if (!parsed.takes_system && messages.size() > 1 && messages[0].role == "system") {
    messages[1].text = messages[0].text + "\n\n" + messages[1].text;
    messages.erase(messages.begin());
  }
  auto list = jinja::mk_val<jinja::value_array>();
  for (const auto &message : messages) {
    auto entry = jinja::mk_val<jinja::value_object>();
    entry->insert("role", jinja::mk_val<jinja::value_string>(message.role));
    entry->insert("content", content(message.text, parsed.takes_text));
    list->push_back(entry);
  }
  jinja::context context(parsed.source);
  context.current_time = static_cast<std::time_t>(rendering.now);
  context.set_val("messages", list);
  context.set_val("tools", jinja::mk_val<jinja::value_array>());
  context.set_val("bos_token", jinja::mk_val<jinja::value_string>(parsed.bos));
  context.set_val("eos_token", jinja::mk_val<jinja::value_string>(parsed.eos));
  context.set_val("add_generation_prompt", jinja::mk_val<jinja::value_bool>(true));
  if (rendering.thinking >= 0) {
    for (const char *name : {"enable_thinking", "thinking"}) {
      context.set_val(name, jinja::mk_val<jinja::value_bool>(rendering.thinking != 0));
    }
  }
  jinja::runtime runtime(context);
  return std::move(jinja::runtime::gather_string_parts(runtime.execute(parsed.program))->val_str.parts);
}

/// Whether a text that is written in a message comes out again.
bool comes_out(const sotto_template &parsed, const std::vector<message> &messages, const std::string &mark) {
  try {
    std::string all;
    for (const auto &part : render(parsed, messages, {-1, 0})) all += part.val;
    return all.find(mark) != std::string::npos;
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &) {
    return false;
  }
}

}  // namespace

/// How the library opens a file by its name. The parts of a split model are handed over open, and called by the numbers of
/// their descriptors.
extern "C" FILE *ggml_fopen(const char *name, const char *mode) {
  const size_t count = strlen(SOTTO_DESCRIPTOR_NAME);
  if (strncmp(name, SOTTO_DESCRIPTOR_NAME, count) != 0) return fopen(name, mode);
  // The library closes what it opens, and opens each part twice.
  const int copy = dup(atoi(name + count));
  if (copy < 0 || lseek(copy, 0, SEEK_SET) < 0) return nullptr;
  return fdopen(copy, "rb");
}

// In plain C: what C++ has in headers may come from an object that was compiled for newer processors.
extern "C" uint32_t sotto_features_wanted(void) {
#ifdef __x86_64__
  // Constants, whatever they were compiled for.
  return (ggml_cpu_has_avx() ? SOTTO_AVX : 0) | (ggml_cpu_has_avx2() ? SOTTO_AVX2 : 0) |
         (ggml_cpu_has_bmi2() ? SOTTO_BMI2 : 0) | (ggml_cpu_has_f16c() ? SOTTO_F16C : 0) |
         (ggml_cpu_has_fma() ? SOTTO_FMA : 0) | (ggml_cpu_has_avx512() ? SOTTO_AVX512 : 0) |
         (ggml_cpu_has_avx512_vbmi() ? SOTTO_AVX512_VBMI : 0) | (ggml_cpu_has_avx512_vnni() ? SOTTO_AVX512_VNNI : 0) |
         (ggml_cpu_has_avx512_bf16() ? SOTTO_AVX512_BF16 : 0) | (ggml_cpu_has_avx_vnni() ? SOTTO_AVX_VNNI : 0) |
         (ggml_cpu_has_amx_int8() ? SOTTO_AMX_INT8 : 0);
#else
  return 0;
#endif
}

extern "C" uint32_t sotto_features_here(void) {
#ifdef __x86_64__
  __builtin_cpu_init();
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
                          __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("avx512bw");
  return (__builtin_cpu_supports("avx") ? SOTTO_AVX : 0) | (__builtin_cpu_supports("avx2") ? SOTTO_AVX2 : 0) |
         (__builtin_cpu_supports("bmi2") ? SOTTO_BMI2 : 0) | (__builtin_cpu_supports("f16c") ? SOTTO_F16C : 0) |
         (__builtin_cpu_supports("fma") ? SOTTO_FMA : 0) | (has_avx512 ? SOTTO_AVX512 : 0) |
         (__builtin_cpu_supports("avx512vbmi") ? SOTTO_AVX512_VBMI : 0) |
         (__builtin_cpu_supports("avx512vnni") ? SOTTO_AVX512_VNNI : 0) |
         (__builtin_cpu_supports("avx512bf16") ? SOTTO_AVX512_BF16 : 0) |
         (__builtin_cpu_supports("avxvnni") ? SOTTO_AVX_VNNI : 0) |
         (__builtin_cpu_supports("amx-int8") ? SOTTO_AMX_INT8 : 0);
#else
  return 0;
#endif
}

extern "C" sotto_fit sotto_fit_of(uint32_t wanted, uint32_t here, sotto_reason reason) {
  static const char *const names[] = {"AVX",         "AVX2",        "BMI2",        "F16C",     "FMA",     "AVX-512",
                                      "AVX512-VBMI", "AVX512-VNNI", "AVX512-BF16", "AVX-VNNI", "AMX-INT8"};
  const uint32_t together = SOTTO_AVX512 - 1;
  const uint32_t lacking = wanted & ~here;
  if (lacking == 0) return SOTTO_FITS;
  const bool is_old = (lacking & together) != 0;
  const uint32_t told = is_old ? lacking & together : lacking;
  size_t count = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if ((told >> i & 1) == 0 || count >= reason.room) continue;
    count += static_cast<size_t>(snprintf(reason.text + count, reason.room - count, "%s%s", count == 0 ? "" : ", ", names[i]));
  }
  return is_old ? SOTTO_TOO_OLD : SOTTO_OTHER;
}

extern "C" bool sotto_knows_architecture(const char *name) {
  bool is_known = false;
  guarded({nullptr, 0}, [&] { is_known = llm_arch_from_string(name) != LLM_ARCH_UNKNOWN; });
  return is_known;
}

extern "C" sotto_template *sotto_template_parse(const char *source, const char *bos, const char *eos, sotto_reason reason) {
  std::unique_ptr<sotto_template> parsed;
  bool is_good = guarded(reason, [&] {
    parsed = std::make_unique<sotto_template>();
    jinja::lexer lexer;
    auto tokens = lexer.tokenize(source);
    parsed->program = jinja::parse_from_tokens(tokens);
    parsed->source = tokens.source;
    parsed->bos = bos;
    parsed->eos = eos;
    // Asked of the template itself: what it does with words that nobody else writes.
    const std::string mark = "sottomark";
    const message user = {"user", mark};
    if (!comes_out(*parsed, {user}, mark)) {
      parsed->takes_text = false;
      parsed->takes_text = !comes_out(*parsed, {user}, mark);
    }
    parsed->takes_system = comes_out(*parsed, {{"system", mark}, {"user", "Hello"}}, mark);
  });
  return is_good ? parsed.release() : nullptr;
}

extern "C" void sotto_template_free(sotto_template *parsed) { delete parsed; }

extern "C" bool sotto_template_render(const sotto_template *parsed, const sotto_message *messages, size_t count,
                                      sotto_rendering rendering, sotto_prompt *prompt, sotto_reason reason) {
  return guarded(reason, [&] {
    std::vector<message> list;
    for (size_t i = 0; i < count; i++) list.push_back({messages[i].role, std::string(messages[i].text, messages[i].count)});
    auto owner = std::make_unique<owned_prompt>();
    owner->texts = render(*parsed, std::move(list), rendering);
    for (const auto &text : owner->texts) owner->parts.push_back({text.val.data(), text.val.size(), text.is_input});
    prompt->parts = owner->parts.data();
    prompt->count = owner->parts.size();
    prompt->owner = owner.release();
  });
}

extern "C" void sotto_prompt_free(sotto_prompt *prompt) {
  delete static_cast<owned_prompt *>(prompt->owner);
  *prompt = {nullptr, 0, nullptr};
}
