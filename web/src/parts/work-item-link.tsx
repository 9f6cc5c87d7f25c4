import { Link } from '@tanstack/react-router'
import { plainLine } from '../../../src/diary/report/text/plain.ts'
import { CodeText } from '../ui/code-text.tsx'

interface Props {
  date: string
  projectKey: string
  /** Its `work_item_ref`. */
  item: string
  title: string
}

/** The title of a work item, which opens it with its evidence on the page of its day. */
export function WorkItemLink({ date, projectKey, item, title }: Props) {
  return (
    <Link
      to="/diary/$date/$key"
      params={{ date, key: projectKey }}
      search={{ item: `${projectKey}/${item}` }}
      className="hover-ink break-anywhere"
    >
      <CodeText text={plainLine(title)} />
    </Link>
  )
}
