import './markdown.css'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { renderMarkdown } from '../state/markdown.ts'

interface Props {
  /** Whose records the ids in the text are; without it they are words, and line ends are kept, as in a chat. */
  project?: string
  text: string
  /** Line ends are kept with a project too. */
  keepsLines?: boolean
  wide?: boolean
}

/** A text as Markdown. The only place where HTML is set; renderMarkdown escapes and cleans it. */
export function Markdown({ project = '', text, keepsLines = project === '', wide = false }: Props) {
  const html = useMemo(() => renderMarkdown(text, project, keepsLines), [text, project, keepsLines])
  const box = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  useEffect(() => {
    const element = box.current
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a.record-id') : null
      const id = link?.textContent
      if (!id || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      void navigate({ to: '/p/$project/records/$id', params: { project, id } })
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [navigate, project])

  const kind = project === '' ? 'markdown of-chat' : 'markdown'
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text went through renderMarkdown, which escapes and cleans
  return <div ref={box} className={wide ? `${kind} wide` : kind} dangerouslySetInnerHTML={{ __html: html }} />
}
