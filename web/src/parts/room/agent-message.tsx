import { fileName } from '../../../../src/kernel/words.ts'
import './talk.css'
import '../transcript/transcript.css'
import '../diary/diary.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { unverifiedInWords } from '../../../../src/room/conference/reason-words.ts'
import type { Verdict } from '../../../../src/room/schema.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { type Place, placesIn, withoutEvidence } from '../../state/room/reply-text.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { CitedBy } from '../evidence/cited-by.tsx'
import { type DecisionSource, SaveAsDecision } from '../evidence/save-as-decision.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { AgentAvatar } from './agent-avatar.tsx'
import { EvidenceChip } from './evidence-chip.tsx'

interface Props {
  project: string
  name: string
  role: string
  /** What was asked. */
  asked: string
  at?: ReactNode
  content: string
  verdict?: Verdict | undefined
  receipts: readonly string[]
  /** No evidence was required: the text is an opinion. */
  unverified?: boolean
}

/** An accepted reply of an agent, with links to its evidence. */
export function AgentMessage({
  project,
  name,
  role,
  asked,
  at,
  content,
  verdict,
  receipts,
  unverified = false,
}: Props) {
  const tree = useQuery({ ...roomQuery(project, 'room_tree_show', {}), staleTime: 60_000 })
  const text = withoutEvidence(content, verdict?.evidence?.raw)
  const places = placesIn(text, tree.data?.files.map(({ path }) => path) ?? [])
  return (
    <article className="message stack cols-auto-1 gap-12 py-12" aria-label={`${safeText(name)} says`}>
      <AgentAvatar name={name} />
      <div className="message-body stack gap-8 min-w-0 justify-items-start">
        <MessageHead name={name} role={role} at={at} />
        <Markdown project={project} text={safeText(text)} keepsLines />
        {unverified && <Unverified why="no evidence was required." />}
        {verdict?.unverified?.map(reason => (
          <Unverified
            key={reason}
            why={`${unverifiedInWords(reason)} Read the place it cites before you rely on it.`}
          />
        ))}
        <div className="flex wrap gap-6 max-full">
          {verdict && <EvidenceChip project={project} verdict={verdict} receipts={receipts} />}
          {places.map(place => (
            <PlaceChip key={`${place.path}:${place.line}`} project={project} place={place} />
          ))}
          {answers(verdict) && <SaveAsDecision project={project} source={() => replyDecision(asked, text, verdict)} />}
        </div>
        {verdict && <CitedBy places={verdict.receipts.slice(0, mostReceipts)} project={project} />}
      </div>
    </article>
  )
}

const mostReceipts = 8

/** A reply that found nothing, or asks for files, is nothing to keep. */
function answers(verdict: Verdict | undefined): boolean {
  return verdict?.kind !== 'absence' && verdict?.kind !== 'access'
}

/** The question with the reply in its own words, resting on the lines and receipts that it was checked against. */
function replyDecision(asked: string, text: string, verdict: Verdict | undefined): DecisionSource {
  const reply = text.trim()
  const summary = reply.split('\n\n')[0] ?? ''
  return {
    title: asked.trim(),
    summary,
    body: [`Asked in the room: ${asked.trim()}`, ...(summary === reply ? [] : [reply])].join('\n\n'),
    evidence: [
      ...(verdict?.spans ?? []).map(({ path, start_line, end_line }) => ({
        kind: 'file' as const,
        ref: path,
        lines: `${start_line}-${end_line}`,
      })),
      ...(verdict?.receipts ?? []).map(ref => ({ kind: 'receipt' as const, ref })),
    ],
  }
}

function Unverified({ why }: { why: string }) {
  return (
    <p className="flex gap-6 tone-warn text-s">
      <ShieldQuestion aria-hidden="true" />
      <span>
        <strong className="weight-600">Unverified:</strong> {safeText(why)}
      </span>
    </p>
  )
}

function MessageHead({ name, role, at }: Pick<Props, 'name' | 'role' | 'at'>) {
  return (
    <p className="flex wrap items-baseline gap-y-2 gap-x-8 muted text-xs">
      <strong className="ink text-m weight-600">{safeText(name)}</strong>
      {role !== '' && role !== name && <span>{safeText(role)}</span>}
      {at}
    </p>
  )
}

/** A link to a line that a message names. */
function PlaceChip({ project, place: { path, line } }: { project: string; place: Place }) {
  return (
    <Link
      to="/p/$project/room/files"
      params={{ project }}
      search={{ path, view: 'raw', from: line, to: line }}
      className="place-chip inline-row gap-6 max-full px-10 border-strong rounded-full bg-surface soft text-xs hoverable inset-focus"
      title={safeText(`${path}:${line}`)}
    >
      <FileText aria-hidden="true" />
      <span className="truncate">
        {safeText(fileName(path))}:{line}
      </span>
    </Link>
  )
}
