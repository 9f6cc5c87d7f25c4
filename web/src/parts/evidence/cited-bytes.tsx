import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import type { RefObject } from 'react'
import { capitalize } from '../../../../src/kernel/words.ts'
import {
  type Evidence,
  placeAddress,
  placeOf,
  placeWords,
  showEvidenceQuery,
  type Verdict,
} from '../../state/evidence.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toneOf } from '../../ui/tone.ts'
import { LinesPreview } from '../diary/lines-preview.tsx'
import { LongText } from '../room/long-text.tsx'
import { ReceiptCard } from '../room/receipt-card.tsx'
import { AddressLink } from '../search/address-link.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { verdictWords } from './verdicts.tsx'

interface Props {
  project: string
  item: Evidence & { verdict?: Verdict }
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The bytes that evidence cites, whether they are what was cited, and the way to the whole. */
export function CitedBytes({ project, item, returnTo, onClose }: Props) {
  const { verdict, ...evidence } = item
  const place = placeOf(evidence)
  const shown = useQuery(showEvidenceQuery(project, evidence))
  const known = shown.data?.verdict ?? verdict
  const address = placeAddress(project, place)
  return (
    <Modal
      open
      wide
      returnTo={returnTo}
      onClose={onClose}
      title={safeText(placeWords(place))}
      {...(known && {
        lead: (
          <>
            <strong className={toneOf(known)}>{capitalize(verdictWords[known].word)}.</strong>{' '}
            {verdictWords[known].sentence}
          </>
        ),
      })}
    >
      <div className="stack gap-12">
        {place.kind === 'transcript' ? (
          <LinesPreview date={place.date} projectKey={place.key} session={place.session} turn="" lines={place.lines} />
        ) : place.kind === 'receipt' ? (
          <ReceiptCard project={project} id={place.id} startsOpen />
        ) : (
          <Loaded query={shown} label="what is cited" lines={6}>
            {({ text, cut }) => <CitedText text={text} isCut={cut} />}
          </Loaded>
        )}
        {address && place.kind !== 'transcript' && (
          <p className="text-s">
            <AddressLink address={address} className="text-link inline-row gap-4">
              Open the {place.kind} <ArrowUpRight aria-hidden="true" />
            </AddressLink>
          </p>
        )}
      </div>
    </Modal>
  )
}

function CitedText({ text, isCut }: { text: string | null; isCut: boolean }) {
  if (text === null) return <p className="muted text-s">There is no text to show here.</p>
  return (
    <>
      <LongText label="What is cited" text={text} />
      {isCut && <p className="muted text-xs">Only its beginning is shown.</p>}
    </>
  )
}
