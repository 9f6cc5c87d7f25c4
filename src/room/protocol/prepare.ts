/** A reply as the protocol reads it: blocks of thinking removed where it does not begin as an object, edges trimmed. */
export function prepareReply(reply: string): string {
  const trimmed = trimEdges(reply)
  return trimmed.startsWith('{') ? trimmed : trimEdges(withoutThinking(trimmed))
}

const thinkingTag = /<(\/?)(think(?:ing)?)>|\[(\/?)(think(?:ing)?|thought)\]/giu

/** White space in the sense of Unicode, and what is invisible at the edge of a text. */
const edge = /[\p{White_Space}\ufeff\u200b-\u200d\u2060]/u

function trimEdges(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && edge.test(text.charAt(from))) from++
  while (to > from && edge.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

function withoutThinking(text: string): string {
  const { blocks, afterOrphan } = thinkingIn(text)
  let kept = ''
  let from = afterOrphan
  for (const block of blocks) {
    if (block.end <= from) continue
    kept += text.slice(from, Math.max(from, block.start))
    from = block.end
  }
  return kept + text.slice(from)
}

/** A closing tag belongs to the nearest open one of its spelling; one that belongs to none ends what came before. */
function thinkingIn(text: string) {
  const open = new Map<string, number[]>()
  const blocks: { start: number; end: number }[] = []
  let afterOrphan = 0
  for (const tag of text.matchAll(thinkingTag)) {
    const closing = Boolean(tag[1] || tag[3])
    const spelling = `${tag[0].charAt(0)}${(tag[2] ?? tag[4] ?? '').toLowerCase()}`
    const starts = open.get(spelling) ?? []
    open.set(spelling, starts)
    const end = tag.index + tag[0].length
    const start = closing ? starts.pop() : undefined
    if (!closing) starts.push(tag.index)
    else if (start === undefined) afterOrphan = end
    else blocks.push({ start, end })
  }
  return { blocks: blocks.sort((a, b) => a.start - b.start), afterOrphan }
}
