import { useQuery } from '@tanstack/react-query'
import { agents } from '../../../../src/transcripts/agents.ts'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { KeptAndLost } from '../../parts/sources/kept-and-lost.tsx'
import { LookAgain } from '../../parts/sources/look-again.tsx'
import { SourceCard } from '../../parts/sources/source-card.tsx'
import { sourcesQuery } from '../../state/diary/queries.ts'

/** Where transcripts come from, how long they last, and what Daybook keeps of them. */
export function SourcesPage() {
  // Files come and go without any event for this page.
  const survey = useQuery({ ...sourcesQuery, staleTime: 0 })
  return (
    <div className="page">
      <PageHead
        title="Sources"
        lead="Where the agents on this machine keep their transcripts. Daybook reads them and never writes there."
        actions={survey.data && <LookAgain label="Look again" />}
      />
      <Loaded query={survey} label="the sources" lines={8}>
        {survey => (
          <>
            <KeptAndLost survey={survey} lookAgain={<LookAgain label="Archive them now" />} />
            {survey.sources.every(({ files }) => files === 0) && (
              <Empty title="No transcripts were found">
                Daybook looked where {agentNames} keep theirs. If yours are elsewhere, add the folder below.
              </Empty>
            )}
            <div className="source-cards">
              {survey.sources.map(row => (
                <SourceCard key={row.source} row={row} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

const agentNames = new Intl.ListFormat('en-GB').format(agents.map(({ label }) => label))
