import './page.css'
import { type ReactNode, useEffect } from 'react'

interface Props {
  title: string
  lead?: ReactNode
  actions?: ReactNode
}

export function PageHead({ title, lead, actions }: Props) {
  useTitle(title)
  return (
    <header className="page-head flex items-start justify-between gap-y-16 gap-x-24 wrap">
      <div className="min-w-0">
        <h1 className="text-2xl break-anywhere">{title}</h1>
        {lead && <p className="page-lead mt-6 soft">{lead}</p>}
      </div>
      {actions && <div className="page-actions not-printed flex gap-8 min-w-0">{actions}</div>}
    </header>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Daybook`
  }, [title])
}
