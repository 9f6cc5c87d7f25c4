import '../../ui/badge.css'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { shownTitle } from '../../../../src/room/issues/shown-title.ts'
import {
  type Evidence,
  placeAddress,
  placeOf,
  placeWords,
  showEvidenceQuery,
  type Verdict,
} from '../../state/evidence.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { late } from '../../ui/late.tsx'
import { toneOf } from '../../ui/tone.ts'
import { AddressLink } from '../search/address-link.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { verdictWords } from './verdicts.tsx'

// What a chip opens is loaded with the first press.
const CitedBytes = late(
  async () => (await import('./cited-bytes.tsx')).CitedBytes,
  () => true,
)

type Item = Evidence & { verdict?: Verdict }

interface Props {
  project: string
  items: readonly Item[]
  /** Where entries can be taken out again. */
  onRemove?: (item: Item) => void
}

/** Evidence as chips: each says what it is, whether that is still so, and opens the cited bytes. */
export function EvidenceChips({ project, items, onRemove }: Props) {
  const [opened, setOpened] = useState<Item>()
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <ul className="flex wrap gap-6 min-w-0 max-full" aria-label="Evidence">
        {items.map(item => (
          <li key={`${item.kind} ${item.ref} ${item.lines}`} className="inline-row gap-2 max-full min-w-0">
            <Chip
              project={project}
              item={item}
              onOpen={button => {
                opener.current = button
                setOpened(item)
              }}
            />
            {onRemove && (
              <IconButton
                label={`Leave out ${placeWords(placeOf(item))}`}
                icon={X}
                title="Leave it out"
                onClick={() => onRemove(item)}
              />
            )}
          </li>
        ))}
      </ul>
      {opened && <CitedBytes project={project} item={opened} returnTo={opener} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface ChipProps {
  project: string
  item: Item
  onOpen: (button: HTMLButtonElement) => void
}

function Chip({ project, item, onOpen }: ChipProps) {
  const place = placeOf(item)
  const address = placeAddress(project, place)
  const { verdict: _, ...evidence } = item
  // People know a work item and an issue by their titles, not by their numbers.
  const isTitled = place.kind === 'work item' || place.kind === 'issue'
  const shown = useQuery({ ...showEvidenceQuery(project, evidence), enabled: isTitled })
  const named = isTitled && shownTitleIn(shown.data?.text)
  const content = (
    <>
      {item.verdict && <VerdictMark verdict={item.verdict} />}
      <span className="muted">{place.kind === 'unknown' ? item.kind.replace('_', ' ') : place.kind}</span>
      {named ? (
        <span className="truncate">{safeText(named)}</span>
      ) : (
        <span className="truncate mono text-2xs">{safeText(placeWords(place).replace(/^Issue /, ''))}</span>
      )}
    </>
  )
  // A work item is read where it is, with everything around it.
  if (place.kind === 'work item' && address) {
    return (
      <AddressLink address={address} className="chip max-full min-w-0" title={item.ref}>
        {content}
      </AddressLink>
    )
  }
  return (
    <button
      type="button"
      className="chip max-full min-w-0"
      title={item.ref}
      onClick={event => onOpen(event.currentTarget)}
    >
      {content}
    </button>
  )
}

/** The first line of what is there; that of a conference's issue is its question. */
function shownTitleIn(text: string | null | undefined): string | undefined {
  const [title = '', ...rest] = (text ?? '').split('\n\n')
  const [, conferenceId] = /^Conference (\S+)/.exec(title) ?? []
  return shownTitle({ title, body: rest.join('\n\n'), conferenceId }) || undefined
}

function VerdictMark({ verdict }: { verdict: Verdict }) {
  const { icon: Icon, word } = verdictWords[verdict]
  return (
    <span className={`inline-row gap-4 ${toneOf(verdict)}`}>
      <Icon aria-hidden="true" />
      {word}
    </span>
  )
}
