import { configure } from '@testing-library/react'

// Parts that come on demand are compiled on demand, which takes a busy machine seconds.
configure({ asyncUtilTimeout: 20_000 })
