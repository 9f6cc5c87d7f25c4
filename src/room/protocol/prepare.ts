/** A reply as the protocol reads it: blocks of thinking removed where it does not begin as an object, edges trimmed. */
export function prepareReply(reply: string): string {
  const trimmed = trimEdges(reply)
  return trimmed.startsWith('{') ? trimmed : trimEdges(withoutThinking(trimmed))
}

const thinkingTag = /<(\/?)(think(?:ing)?)>|\[(\/?)(think(?:ing)?|thought)\]/giu
const upToClosingTag = /^.*(?:<\/think(?:ing)?>|\[\/(?:think(?:ing)?|thought)\])/isu

interface Block {
  start: number
  end: number
}

/** White space in the sense of Unicode, and what is invisible at the edge of a text. */
const edge = /[\p{White_Space}\ufeff\u200b-\u200d\u2060]/u

function trimEdges(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && edge.test(text.charAt(from))) from++
  while (to > from && edge.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** Removes blocks, then the text before a closing tag that is left without an opening one. */
function withoutThinking(text: string): string {
  let kept = ''
  let from = 0
  for (const { start, end } of [...blocksIn(text), { start: text.length, end: text.length }]) {
    const piece = text.slice(from, start)
    const afterOrphan = piece.replace(upToClosingTag, '')
    kept = afterOrphan === piece ? kept + piece : afterOrphan
    from = end
  }
  return kept
}

/** A closing tag belongs to the nearest open one of its spelling. */
function blocksIn(text: string): Block[] {
  const open = new Map<string, number[]>()
  const blocks: Block[] = []
  for (const tag of text.matchAll(thinkingTag)) {
    const closing = Boolean(tag[1] || tag[3])
    const spelling = `${tag[0].charAt(0)}${(tag[2] ?? tag[4] ?? '').toLowerCase()}`
    const starts = open.get(spelling) ?? []
    open.set(spelling, starts)
    const start = closing ? starts.pop() : undefined
    if (!closing) starts.push(tag.index)
    else if (start !== undefined) blocks.push({ start, end: tag.index + tag[0].length })
  }
  return mergeBlocks(blocks)
}

/** Blocks in order, each once: those within or across another are one with it. */
function mergeBlocks(blocks: readonly Block[]): Block[] {
  const whole: Block[] = []
  for (const block of [...blocks].sort((a, b) => a.start - b.start)) {
    const last = whole.at(-1)
    if (last && block.start < last.end) last.end = Math.max(last.end, block.end)
    else whole.push({ ...block })
  }
  return whole
}
