// The door to cmark-gfm. Here stands only what its public headers do not tell: the text that an inline extension reads, and
// the kinds of nodes that extensions have made.
#pragma once
#define CMARK_GFM_STATIC_DEFINE 1
#include <chunk.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

extern cmark_node_type CMARK_NODE_TABLE, CMARK_NODE_TABLE_ROW, CMARK_NODE_TABLE_CELL, CMARK_NODE_STRIKETHROUGH;

static inline cmark_node_type sotto_table(void) { return CMARK_NODE_TABLE; }
static inline cmark_node_type sotto_table_cell(void) { return CMARK_NODE_TABLE_CELL; }
static inline cmark_node_type sotto_strikethrough(void) { return CMARK_NODE_STRIKETHROUGH; }

/// The whole text of the block whose marks are being read.
static inline const unsigned char *sotto_inline_text(cmark_inline_parser *parser, int *length) {
  const cmark_chunk *text = cmark_inline_parser_get_chunk(parser);
  *length = text->len;
  return text->data;
}
