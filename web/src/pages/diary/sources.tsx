import { PageHead } from '../../parts/page-head.tsx'

export function SourcesPage() {
  return (
    <div className="page">
      <PageHead title="Sources" />
    </div>
  )
}
