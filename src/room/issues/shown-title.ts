import type { Issue } from './schema.ts'

/**
 * What people read as the title of an issue. That of a round is fixed by its format and names a conference by its id;
 * its question says more.
 */
export function shownTitle({ title, body, conferenceId }: Pick<Issue, 'title' | 'body' | 'conferenceId'>): string {
  const head = `Conference ${conferenceId}`
  if (conferenceId === undefined || !title.startsWith(head)) return title
  const turn = title.slice(head.length)
  const [, round] = turn.split(' — Turn ')
  if (turn === '') return `Conference: ${firstLineAfter(body, `# ${head}\n\n`) ?? 'all rounds'}`
  return round === undefined ? title : `Round ${round}: ${firstLineAfter(body, '**User**\n\n') ?? 'of a conference'}`
}

function firstLineAfter(text: string, mark: string): string | undefined {
  const at = text.indexOf(mark)
  if (at < 0) return undefined
  const [line = ''] = text.slice(at + mark.length, at + mark.length + 200).split('\n')
  return line.trim() === '' ? undefined : line.trim()
}
