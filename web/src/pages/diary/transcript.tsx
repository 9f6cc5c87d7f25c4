import { PageHead } from '../../parts/page-head.tsx'

export function TranscriptPage() {
  return (
    <div className="page">
      <PageHead title="Transcript" />
    </div>
  )
}
