# ---- groups without controls --------------------------------------------------------------------------------------------

# Welch's t test: the non-reference group minus the reference.
welch <- function(s, outcome, groups) {
  y <- outcome_in(s, outcome)$values
  z <- standard(y) # differences and spreads stay, and no digits are lost far from 0
  codes <- codes_in(s, groups)
  a <- z$values[codes == 2]
  b <- z$values[codes == 1]
  test <- t.test(a, b)
  record <- describe_levels(s, record_of(s, "welch", "contrast"), groups, y)
  difference <- mean(a) - mean(b)
  t <- test$statistic[[1]]
  df <- test$parameter[[1]]
  record <- set_estimate(record, difference / z$unit, test$stderr / z$unit, qt(0.975, df))
  record$statistic <- list(name = "t", value = t, df2 = df)
  record <- set_p(record, two_sided_t(t, df))
  n1 <- length(a)
  n2 <- length(b)
  d <- difference / sqrt(((n1 - 1) * var(a) + (n2 - 1) * var(b)) / (n1 + n2 - 2))
  half <- Z975 * sqrt(1 / n1 + 1 / n2 + d^2 / (2 * (n1 + n2))) # Hedges and Olkin 1985
  with_effect(record, "cohens_d", d, d - half, d + half, abs(d) / sqrt(d^2 + 4))
}

# The rank test of two groups, U of the non-reference one; ties and continuity corrected.
mann_whitney <- function(s, outcome, groups) {
  y <- outcome_in(s, outcome)$values
  codes <- codes_in(s, groups)
  u <- wilcox.test(y[codes == 2], y[codes == 1], exact = FALSE, correct = TRUE)$statistic[[1]]
  # z again, since wilcox.test gives only p and that may underflow.
  n1 <- as.numeric(sum(codes == 2))
  n2 <- as.numeric(sum(codes == 1))
  n <- n1 + n2
  ties <- as.numeric(table(match(y, y)))
  variance <- n1 * n2 / 12 * (n + 1 - sum(ties^3 - ties) / (n * (n - 1)))
  z <- max(abs(u - n1 * n2 / 2) - 0.5, 0) / sqrt(variance)
  record <- describe_levels(s, record_of(s, "mann_whitney", "contrast"), groups, y)
  record$statistic <- list(name = "U", value = u)
  record <- set_p(record, two_sided_z(z))
  with_correlation(record, "rank_biserial", 2 * u / (n1 * n2) - 1, 3 / ((n1 + n2 + 1) / n1 / n2))
}

# The rank test of several groups, ties corrected.
kruskal_wallis <- function(s, outcome, groups) {
  y <- outcome_in(s, outcome)$values
  k <- length(s$names[[groups$name]])
  h <- kruskal.test(y, factor(codes_in(s, groups)))$statistic[[1]]
  record <- describe_levels(s, record_of(s, "kruskal_wallis", "omnibus"), groups, y)
  record$contrast <- NULL
  record$statistic <- list(name = "H", value = h, df1 = k - 1)
  record <- set_p(record, upper_chi2(h, k - 1))
  with_share(record, "epsilon2", h / (s$n - 1), s$n, k - 1, (h - k + 1) / (s$n - k))
}
