/** The time at which the daily tasks run, in UTC. */
export const dailyTime = '03:15';
