import './shell.css'
/** A bound book with three lines and a ribbon. */
export function Brand() {
  return (
    <span className="brand inline-row gap-8">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect x="3" y="2" width="26" height="28" rx="6" className="cover" />
        <path d="M10 9.5h7M10 15h12M10 20.5h9" className="lines" />
        <path d="M20.5 2h5v9.2l-2.5-2-2.5 2z" className="ribbon" />
      </svg>
      Daybook
    </span>
  )
}
