import { boldParts } from '../../../src/diary/report/text/plain.ts'

/** A line of words in which backticks mark code and two stars bold words, as agents write it; nothing else of it means anything. */
export function CodeText({ text }: { text: string }) {
  const parts = text.split('`')
  // A backtick without its second one is a character like any other, unless the line was cut within the code.
  if (parts.length % 2 === 0 && !(text.endsWith('…') || text.endsWith('...'))) {
    const last = parts.pop() ?? ''
    parts.push(`${parts.pop() ?? ''}\`${last}`)
  }
  return (
    <span>
      {parts.map((part, at) => {
        const key = `${at}`
        return at % 2 === 1 ? <code key={key}>{part}</code> : <WithBold key={key} text={part} />
      })}
    </span>
  )
}

function WithBold({ text }: { text: string }) {
  const parts = boldParts(text)
  return (
    <span>
      {parts.map((part, at) => {
        const key = `${at}`
        return at % 2 === 1 ? <strong key={key}>{part}</strong> : part
      })}
    </span>
  )
}
