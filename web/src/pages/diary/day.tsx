import { PageHead } from '../../parts/page-head.tsx'

export function DayPage() {
  return (
    <div className="page">
      <PageHead title="Day" />
    </div>
  )
}
