/**
 * The hosts of Amazon SNS as Amazon documents them, as a part of a pattern: `sns.us-east-1.amazonaws.com`, and in China
 * `sns.cn-north-1.amazonaws.com.cn`. Other names below `amazonaws.com` are given to customers: a bucket called `sns` is
 * `sns.s3-us-west-2.amazonaws.com`.
 */
export const snsHost =
  'sns\\.(?:(?!cn-)[a-z]{2}(?:-[a-z]+){1,3}-\\d{1,2}\\.amazonaws\\.com|cn-[a-z]+-\\d{1,2}\\.amazonaws\\.com\\.cn)';
