/** An illustration of shelves, in theme colors so that it works in dark mode. */
export function ShelvesIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 440 400" aria-hidden="true" className={className} fill="none">
      {/* upper shelf */}
      <g>
        <rect x="52" y="62" width="44" height="12" rx="4" fill="var(--edge)" />
        <rect x="44" y="78" width="60" height="92" rx="12" fill="var(--card)" stroke="var(--edge)" strokeWidth="2" />
        <path d="M45 118h58v40a11 11 0 0 1-11 11H56a11 11 0 0 1-11-11Z" fill="var(--soon-soft)" />
        <rect x="56" y="112" width="36" height="24" rx="4" fill="var(--paper)" stroke="var(--line)" strokeWidth="2" />
        <path d="M63 120h22M63 127h14" stroke="var(--ink-faint)" strokeWidth="2.5" strokeLinecap="round" />

        <path d="M138 62h16v26c0 8 12 12 12 26v44a12 12 0 0 1-12 12h-16a12 12 0 0 1-12-12v-44c0-14 12-18 12-26Z" fill="var(--herb)" />
        <rect x="136" y="50" width="20" height="14" rx="4" fill="var(--soon)" />
        <rect x="130" y="122" width="32" height="26" rx="3" fill="var(--herb-soft)" />
        <path
          d="M146 144v-12m0 4c-5 0-7-3-7-7 5 0 7 3 7 7Zm0-2c0-4 2-6 6-6 0 4-2 6-6 6Z"
          stroke="var(--herb-ink)"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />

        <rect x="192" y="98" width="50" height="10" rx="4" fill="var(--late)" />
        <rect x="188" y="110" width="58" height="60" rx="10" fill="var(--card)" stroke="var(--edge)" strokeWidth="2" />
        <path d="M189 128h56v32a9 9 0 0 1-9 9h-38a9 9 0 0 1-9-9Z" fill="var(--late-soft)" />
        <circle cx="205" cy="146" r="7" fill="var(--late)" opacity=".8" />
        <circle cx="222" cy="152" r="7" fill="var(--late)" opacity=".8" />
        <circle cx="227" cy="138" r="6" fill="var(--late)" opacity=".8" />

        <path d="M272 92h70l6 78h-82Z" fill="var(--stone-soft)" />
        <path
          d="M272 92c4-12 10-16 16-8s12 2 18-4 12 4 18 2 14 0 18 10Z"
          fill="var(--stone-soft)"
          stroke="var(--edge)"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        <path d="M272 92h70l6 78h-82Z" stroke="var(--edge)" strokeWidth="2" strokeLinejoin="round" />
        <path d="M290 126h34M296 137h22" stroke="var(--ink-faint)" strokeWidth="2.500" strokeLinecap="round" />

        <path d="M368 138h40l-5 32h-30Z" fill="var(--soon)" />
        <path
          d="M388 138v-38m0 30c-14 0-20-8-20-22 14 0 20 9 20 22Zm0-10c0-13 6-21 19-22 0 14-6 22-19 22Zm0-20c-8-5-10-13-4-22 9 6 11 14 4 22Z"
          fill="var(--herb-soft)"
          stroke="var(--herb)"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
      <rect x="20" y="170" width="400" height="12" rx="3" fill="var(--edge)" />
      <path d="M56 182v18M384 182v18" stroke="var(--edge)" strokeWidth="6" strokeLinecap="round" />

      {/* lower shelf */}
      <g>
        <ellipse cx="62" cy="334" rx="17" ry="22" fill="var(--soon-soft)" stroke="var(--edge)" strokeWidth="2" />
        <ellipse cx="97" cy="334" rx="17" ry="22" fill="var(--paper)" stroke="var(--edge)" strokeWidth="2" />
        <ellipse cx="132" cy="334" rx="17" ry="22" fill="var(--soon-soft)" stroke="var(--edge)" strokeWidth="2" />
        <path d="M36 336h122v14a6 6 0 0 1-6 6H42a6 6 0 0 1-6-6Z" fill="var(--stone-soft)" stroke="var(--edge)" strokeWidth="2" />

        <rect x="188" y="250" width="56" height="12" rx="5" fill="var(--soon)" />
        <rect x="180" y="266" width="72" height="90" rx="14" fill="var(--card)" stroke="var(--edge)" strokeWidth="2" />
        <path d="M181 292h70v50a13 13 0 0 1-13 13h-44a13 13 0 0 1-13-13Z" fill="var(--herb-soft)" />
        <g stroke="var(--herb)" strokeWidth="5" strokeLinecap="round">
          <path d="M198 304v36M214 300v42M230 306v34" />
        </g>

        <path
          d="M282 282h48l10 20v46a8 8 0 0 1-8 8h-52a8 8 0 0 1-8-8v-46Z"
          fill="var(--sky-soft)"
          stroke="var(--edge)"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        <path d="M282 282v-14h48v14M272 302h68" stroke="var(--edge)" strokeWidth="2" strokeLinejoin="round" />
        <path d="M292 322h28M292 334h18" stroke="var(--sky-ink)" strokeWidth="3" strokeLinecap="round" />

        <path d="M388 300c22-6 30 12 24 32-5 17-14 26-24 24-10 2-19-7-24-24-6-20 2-38 24-32Z" fill="var(--late)" />
        <path d="M388 301c0-8 3-13 8-16" stroke="var(--herb)" strokeWidth="3" strokeLinecap="round" />
        <path d="M388 300c-8 0-13-3-14-9 8-2 13 2 14 9Z" fill="var(--herb)" />
      </g>
      <rect x="20" y="356" width="400" height="12" rx="3" fill="var(--edge)" />
    </svg>
  )
}
