import { safeText } from './safe-text.ts'
import { ShownText } from './shown-text.tsx'

interface Props {
  /** The input as in the compact record: JSON, or its beginning. */
  input: string
  words: string
  open: boolean
  onOpen: () => void
}

/** A tool's arguments, one per row; an incomplete input is shown as text. */
export function CallInput({ input, ...text }: Props) {
  const pairs = pairsIn(input)
  if (!pairs) {
    return (
      <div className="call-input">
        <ShownText text={input} mono {...text} />
      </div>
    )
  }
  return (
    <div className="call-input">
      {pairs.map(([key, value]) => (
        <span key={key} className="call-pair">
          <span className="call-key">{safeText(key)}</span>
          <ShownText text={value} mono {...text} />
        </span>
      ))}
    </div>
  )
}

function pairsIn(input: string): [key: string, value: string][] | undefined {
  try {
    const value: unknown = JSON.parse(input)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.entries(value).map(([key, item]) => [key, typeof item === 'string' ? item : JSON.stringify(item)])
  } catch {
    return undefined
  }
}
