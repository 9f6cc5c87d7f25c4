import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../copy-text.ts'

interface Props {
  text: string
  label: string
  /** What the announcement calls the copied text: "The path". */
  what: string
  small?: true
}

export function CopyButton({ text, label, what, small }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1600)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <button
      type="button"
      className={small ? 'button small' : 'button'}
      onClick={() => void copyText(text, what).then(setCopied)}
    >
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />} {label}
    </button>
  )
}
