/** How many times longer than usual a test may take: a long run at the lowest priority gives its time to others first. */
export const timeoutSignal = Number(process.env['LARDER_TEST_TIMEOUT_FACTOR'] ?? 1)
