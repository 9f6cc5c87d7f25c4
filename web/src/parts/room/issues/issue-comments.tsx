import { useState } from 'react'
import type { Comment, Issue } from '../../../../../src/room/issues/schema.ts'
import { impactWords } from '../../../state/room/issue-words.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextAreaField } from '../../../ui/field.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { Section } from '../../../ui/section.tsx'
import { Ago } from '../../ago.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  issue: Issue
  mayWrite: boolean
}

export function IssueComments({ project, issue: { id, comments }, mayWrite }: Props) {
  return (
    <Section title="Comments" count={comments.length}>
      {comments.length === 0 && <p className="block-none">No comments yet.</p>}
      <ol className="comments stack gap-12 pt-8">
        {comments.map(comment => (
          <li key={comment.id}>
            <CommentView project={project} comment={comment} />
          </li>
        ))}
      </ol>
      {mayWrite && <CommentForm project={project} id={id} />}
    </Section>
  )
}

function CommentView({ project, comment }: { project: string; comment: Comment }) {
  const { author, timestamp, body, impactLevel, action } = comment
  return (
    <article
      className="comment py-12 px-16 border rounded-l bg-surface break-anywhere"
      aria-label={`Comment by ${safeText(author)}`}
    >
      <p className="row wrap gap-y-4 gap-x-10 mb-4 muted text-xs">
        <strong className="ink text-s weight-600">{safeText(author)}</strong>
        <Ago time={timestamp} />
        {impactLevel && <span className="tag whole">{impactWords[impactLevel]}</span>}
        {action && (
          <span className="tag whole">
            <span>{safeText(action.type)}</span>
          </span>
        )}
        {turnOf(comment) && (
          <span>
            from turn <code>{safeText(turnOf(comment) ?? '')}</code>
          </span>
        )}
      </p>
      <Markdown project={project} text={safeText(body)} keepsLines />
    </article>
  )
}

/** Agents comment from an accepted turn, which the comment names. */
function turnOf({ evidence }: Comment): string | undefined {
  if (typeof evidence !== 'object' || evidence === null || !('turnId' in evidence)) return undefined
  return typeof evidence.turnId === 'string' ? evidence.turnId : undefined
}

const blank = { body: '', impactLevel: '' as keyof typeof impactWords | '' }

function CommentForm({ project, id }: { project: string; id: number }) {
  const [typed, setTyped] = useState(blank)
  const addComment = useRoomWrite(project, 'room_issue_comment', {
    refresh: ['room_issue_show', 'room_issue_list'],
    announcement: () => 'Comment added',
    onDone: () => setTyped(blank),
  })
  return (
    <form
      className="form mt-16"
      onSubmit={event => {
        event.preventDefault()
        const { body, impactLevel } = typed
        addComment.mutate({ id, body, ...(impactLevel && { impactLevel }) })
      }}
    >
      <TextAreaField
        label="Comment"
        help="Markdown."
        fault={ruleAt(addComment.error, 'body')}
        maxLength={20_000}
        value={typed.body}
        onChange={text => setTyped({ ...typed, body: text })}
      />
      <RoomFault error={addComment.error} />
      <div className="flex wrap items-end justify-between gap-10">
        <SelectField
          label="Impact"
          value={typed.impactLevel}
          options={{ '': 'Not stated', ...impactWords }}
          onChange={impactLevel => setTyped({ ...typed, impactLevel })}
        />
        <Button type="submit" kind="primary" disabled={addComment.isPending || typed.body.trim() === ''}>
          Comment
        </Button>
      </div>
    </form>
  )
}
