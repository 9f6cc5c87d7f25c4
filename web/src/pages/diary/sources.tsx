import '../../parts/diary/diary.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { agents } from '../../../../src/transcripts/agents.ts'
import { call } from '../../api.ts'
import { Progress } from '../../parts/diary/progress.tsx'
import { ArchiveCards } from '../../parts/sources/archive-cards.tsx'
import { ForgottenSection } from '../../parts/sources/forgotten.tsx'
import { PricesSection } from '../../parts/sources/prices.tsx'
import { SourceCard } from '../../parts/sources/source-card.tsx'
import type { Survey } from '../../parts/sources/source-words.ts'
import { announce } from '../../state/announce.ts'
import { sourcesQuery } from '../../state/diary/queries.ts'
import { sourceWord } from '../../state/diary/turn-words.ts'
import { queryClient } from '../../state/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** Where transcripts come from, how long they last, and what Daybook keeps of them. */
export function SourcesPage() {
  // Files come and go without any event for this page.
  const survey = useQuery({ ...sourcesQuery, staleTime: 0 })
  return (
    <div className="page">
      <PageHead
        title="Sources"
        lead="Where the agents on this machine keep their transcripts. Daybook reads them and never writes there."
        actions={survey.data && <ScanButton label="Scan again" />}
      />
      <Loaded query={survey} label="the sources" lines={8}>
        {survey => (
          <>
            <ArchiveCards survey={survey} scanButton={<ScanButton label="Archive them now" />} />
            {survey.sources.every(({ files }) => files === 0) && (
              <Empty title="No transcripts were found">
                Daybook looked where {agentNames} keep theirs. If yours are elsewhere, open the list below and add the
                folder.
              </Empty>
            )}
            <Agents rows={survey.sources} />
          </>
        )}
      </Loaded>
      <PricesSection />
      <ForgottenSection />
    </div>
  )
}

type Source = Survey['sources'][number]

/** A card for each agent; those that are not on this machine are folded away. */
function Agents({ rows }: { rows: readonly Source[] }) {
  const [isOpen, setOpen] = useState(() => !rows.some(wasFound))
  // What is folded when the page is opened stays there while it is worked on.
  const [missing] = useState(() => new Set(rows.filter(row => !wasFound(row)).map(({ source }) => source)))
  const isFolded = (row: Source) => missing.has(row.source) && (isOpen || !wasFound(row))
  const folded = rows.filter(isFolded)
  return (
    <>
      <Cards rows={rows.filter(row => !isFolded(row))} />
      {folded.length > 0 && (
        <details className="mt-16" open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
          <summary className="py-4 muted text-s pointer">
            Not found here: {list.format(folded.map(({ source }) => sourceWord(source)))}
          </summary>
          <div className="mt-12">
            <Cards rows={folded} />
          </div>
        </details>
      )}
    </>
  )
}

/** Whether there is anything to say of it but that it is not here. */
function wasFound({ files, roots, roots_from, unreadable }: Source): boolean {
  return files > 0 || unreadable > 0 || roots_from === 'environment' || roots.some(({ state }) => state === 'ok')
}

function Cards({ rows }: { rows: readonly Source[] }) {
  return (
    <div className="tiles source-cards">
      {rows.map(row => (
        <SourceCard key={row.source} row={row} />
      ))}
    </div>
  )
}

const list = new Intl.ListFormat('en-GB')
const agentNames = list.format(agents.map(({ label }) => label))

/** Reads new transcripts and archives them. */
function ScanButton({ label }: { label: string }) {
  const look = useMutation({
    mutationFn: () => call('diary_index', {}),
    onSuccess: async ({ counters }) => {
      const read = Number(counters.files_parsed) + Number(counters.files_appended)
      announce(read > 0 ? `${formatCount(read, 'file')} read` : 'Nothing has changed')
      await queryClient.invalidateQueries({ queryKey: ['diary', 'sources'] })
    },
  })
  return (
    <div className="stack justify-items-end gap-8">
      <Button icon={RefreshCw} disabled={look.isPending} onClick={() => look.mutate()}>
        {label}
      </Button>
      {look.isPending && <Progress label="Reading the transcripts" />}
      {look.error && <FaultView error={look.error} />}
    </div>
  )
}
