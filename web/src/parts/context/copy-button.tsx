import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
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
    <Button icon={copied ? Check : Copy} small={small} onClick={() => void copyText(text, what).then(setCopied)}>
      {label}
    </Button>
  )
}
