/// What the commands write with `--json`, in words for programmers: the same in every language, as the names are.
package struct JSONDescription: Sendable {
  package let text: String

  package static let nothing = Self(text: "nothing of its own")

  package static let chat = Self(text: "the chat, as in “chats”")

  package static let chats = Self(
    text: """
      an array of chats: id, number (null with --find), title (null while it has none), agent, created_at, \
      last_activity_at, preview, preview_sender, unread_count, message_count, is_pinned, trashed_at, draft_preview, \
      source; where there are pictures and no words, title, preview and draft_preview have U+FFFC for each
      """)

  package static let transcript = Self(
    text: """
      an object: chat (as in “chats”) and messages, each with id, chat, sequence, sender (user, agent, summary), state (queued, \
      streaming, complete, stopped, failed, interrupted), text, pictures (kind: kept, drawing, remote; name, width, \
      height, alternative; bytes, format, hash and host are null where there are none), created_at, failure \
      (agent-missing:ID, agent-died, agent-silent, chat-unreadable, not-summarised, or what the agent says itself), usage (model, \
      prompt_tokens, known_tokens: of these, those that were known from before and not read again, reply_tokens, \
      milliseconds: from the first to the last, first_token_milliseconds: until the first came, with loading and reading), \
      context (length: tokens that the agent could hold, first_message: the oldest that it read, null where none was left \
      out; null where the agent does not tell), settings (with what a reply was made, as in “settings”; null where the \
      agent does not tell), reasoning (what was thought aloud), reasoning_milliseconds
      """)

  package static let pictures = Self(
    text: """
      an object: chat (as in “chats”) and pictures, each as in “show” and with number, message, index (among the \
      message's pictures), sender, created_at, state (kept, drawing, not-loaded, unavailable), path (where it was \
      saved), failure (null, or why it was not saved: unavailable, cannot-read, cannot-write, damaged, \
      too-hard, no-reader, data-folder, not-loaded, not-a-picture, not-a-file, file-too-large, too-many-pixels, \
      too-many-frames, changed, cancelled)
      """)

  package static let agents = Self(
    text: """
      an array of agents: id, name, summary, suggestions, is_default, status (ready, unloaded, loading, unavailable)
      """)

  package static let send = Self(
    text: """
      one object a line, told apart by event: “sent” (chat, message, reply: the due reply's id or null), “text” \
      (reply, text: what the reply grew by), before these “loading” and “reading” (reply, part: 0 to 1 or null) and \
      “reasoning” (reply, text), and for each reply at its end “usage” (reply, usage), where tokens were counted, and \
      “reply” (message)
      """)

  package static let conversation = Self(
    text: "as “send”, and “message” (message) for what others say in the chat, and for summaries")

  package static let deleted = Self(text: "an object: chat (as in “chats”), is_gone (true when deleted for ever)")

  package static let demo = Self(text: "an object: added or removed (how many chats)")

  package static let models = Self(
    text: """
      an array of models: id, agent, name, architecture, parameters, quantisation, size_label, layers, context_length, \
      context_bytes_per_token, licence, licence_link, has_template, thinks, path, bytes, added_at, is_default, state \
      (unloaded, loading, loaded, unavailable), fault (null, or file-not-found, not-installed, file-changed, ended-engine, cannot-read), memory_needed, memory_free, \
      largest_context; with “import” and “default” one of them; with “scan” an array: path, name, bytes, origin, \
      is_imported; with “check” an array: id, name, fault; with “remove” an object: removed, path; with “bench” \
      an object: id, name, reading_tokens_per_second, writing_tokens_per_second, engine; with \
      “presets” an array: id, name, maker, file, origin, bytes, licence, memory_needed, memory_free, fits; with \
      “download” one object a line, with “downloads” an array: id, name, state (waiting, connecting, receiving, \
      checking, paused, elsewhere, failed, done), received, total, speed, fault, model; with “cancel” an object: removed; \
      with “states” an object: quota, bytes, states (chat, title, model, name, bytes, used_at), with --clear: removed, bytes
      """)

  package static let run = Self(
    text: """
      one object a line, told apart by event: “loading” and “reading” (part: 0 to 1 or null), “reasoning” and “text” \
      (text), “usage” (usage, as in “show”), and always last “end” (reason: finished, stopped or failed; failure: null, \
      or as in “show”)
      """)

  package static let settings = Self(
    text: """
      an object: chat (its id), agent, takes_settings (false for an agent that follows a script), instructions, \
      overflow (null, drop-oldest, summarise or larger-context), set and in_use (what was set, and what applies then: \
      temperature, top_p, top_k, min_p, repeat_penalty, frequency_penalty, presence_penalty, seed, max_tokens, \
      context, reasoning; null for none)
      """)

  package static let context = Self(
    text: """
      an object: chat (its id), agent, tokens, context_length, room (tokens that a prompt may take), first_message (the \
      oldest that the model would see, null where none is left out), is_summarised_first (true where a reply has what does not fit summarised \
      before), left_out (how many messages, or null), pieces (origin: template, special, instructions, user, agent, \
      summary or messages; tokens; text: one after another the prompt)
      """)

  package static let verification = Self(
    text: """
      an object: is_sound, findings (is_damage, kind, sentence), read (chats, messages, pictures, backups); with \
      --repair also repaired (kind, count, sentence) and set_aside (the folder, or null); with --details also \
      picture_reader (kind, holds, sentence), engine (name: null where it does not run; sentence), models (id, name, \
      fault) and kept_chats (bytes of what models have read of chats)
      """)

  package static let backup = Self(
    text: """
      an object: path; with “list” an array: name, made_at, bytes, chats, messages, format, is_sound; with “use” an \
      object: used
      """)
}
