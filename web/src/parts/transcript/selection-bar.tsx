import './transcript.css'
import { Link2, Quote, X } from 'lucide-react'
import { linesWords } from '../../../../src/diary/report/text/names.ts'
import { capitalize } from '../../../../src/kernel/words.ts'
import { turnWords } from '../../state/diary/turn-words.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tip } from '../../ui/tip.tsx'
import { copyText } from '../copy-text.ts'
import { SaveLines } from '../evidence/save-lines.tsx'
import { citationOf, type LineSpan } from './line-address.ts'
import type { Turn } from './turns.ts'

interface Props {
  session: string
  selection: LineSpan
  turn: Turn | undefined
  onClear: () => void
}

/** Actions on the selected lines. */
export function SelectionBar({ session, selection, turn, onClear }: Props) {
  return (
    <section className="selection-bar row wrap gap-10 border-strong rounded-full bg-raised" aria-label="Selected lines">
      <span className="weight-600 nowrap">{capitalize(linesWords(`${selection.start}-${selection.end}`))}</span>
      {turn && <span className="selection-size soft text-xs nowrap">{turnWords(turn)}</span>}
      <Tip label="Copy citation" keys="c">
        <Button icon={Quote} small onClick={() => void copyCitation(session, selection)}>
          Copy citation
        </Button>
      </Tip>
      <Button icon={Link2} small onClick={() => void copyText(window.location.href, 'Link')}>
        Copy link
      </Button>
      <SaveLines selection={selection} />
      <IconButton label="Clear the selection" icon={X} tip="Clear the selection" keys="Esc" onClick={onClear} />
    </section>
  )
}

export async function copyCitation(session: string, selection: LineSpan): Promise<void> {
  const citation = citationOf(session, selection)
  await copyText(citation, citation)
}
