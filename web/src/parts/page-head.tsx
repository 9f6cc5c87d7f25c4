import { type ReactNode, useEffect } from 'react'

interface Props {
  title: string
  lead?: ReactNode
  actions?: ReactNode
}

export function PageHead({ title, lead, actions }: Props) {
  useTitle(title)
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {lead && <p className="page-lead">{lead}</p>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Daybook`
  }, [title])
}
