import { PageHead } from '../../parts/page-head.tsx'

export function DaysPage() {
  return (
    <div className="page">
      <PageHead title="Days" />
    </div>
  )
}
