const tags = ['system-reminder', 'user-prompt-submit-hook', 'ide_opened_file', 'ide_selection', 'ide_diagnostics']
const blocks = tags.map(tag => ({ open: `<${tag}>`, close: `</${tag}>` }))

/**
 * The text without what the program put into it. Searched by hand: a pattern would look for the end of every unclosed
 * tag again and again.
 */
export function withoutReminders(text: string): string {
  let closable = blocks.filter(({ open, close }) => text.includes(open) && text.includes(close))
  let kept = ''
  let from = 0
  let at = closable.length > 0 ? text.indexOf('<') : -1
  while (at >= 0 && closable.length > 0) {
    const block = closable.find(({ open }) => text.startsWith(open, at))
    const end = block ? text.indexOf(block.close, at + block.open.length) : -1
    if (block && end < 0) closable = closable.filter(other => other !== block)
    if (block && end >= 0) {
      kept += text.slice(from, at)
      from = end + block.close.length
    }
    at = text.indexOf('<', Math.max(from, at + 1))
  }
  return (kept + text.slice(from)).trim()
}
