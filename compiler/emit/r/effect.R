# ---- tails and effect sizes ---------------------------------------------------------------------------------------------
#
# p is compared through its logarithm, since it may lie below the smallest double; R's tails give logarithms themselves.

Z975 <- qnorm(0.975)

set_p <- function(record, log_p) {
  record$p <- exp(log_p)
  record$log10_p <- log_p / log(10)
  record
}

upper_f <- function(f, df1, df2) pf(f, df1, df2, lower.tail = FALSE, log.p = TRUE)
two_sided_t <- function(t, df) min(0, log(2) + pt(-abs(t), df, log.p = TRUE))
two_sided_z <- function(z) min(0, log(2) + pnorm(-abs(z), log.p = TRUE))
upper_chi2 <- function(x, df) pchisq(x, df, lower.tail = FALSE, log.p = TRUE)

set_estimate <- function(record, estimate, std_error, quantile) {
  c(record, list(estimate = estimate, std_error = std_error, low = estimate - quantile * std_error, high = estimate + quantile * std_error))
}

with_effect <- function(record, measure, value, low, high, magnitude, ...) {
  c(record, list(effect = list(measure = measure, value = value, low = low, high = high, ...), magnitude = magnitude))
}

# Fisher's z interval of a correlation whose atanh has variance 1/precision.
with_correlation <- function(record, measure, r, precision) {
  r <- max(-1, min(1, r))
  bounds <- if (precision > 0) tanh(atanh(r) + c(-1, 1) * Z975 / sqrt(precision)) else c(-1, 1)
  with_effect(record, measure, r, bounds[1], bounds[2], abs(r))
}

# Olkin and Finn's (1995) delta interval of a share of variance over n rows with k predictor columns. The magnitude is the root of
# the share less what chance gives: sqrt(eta^2) of pure noise grows with the levels.
with_share <- function(record, measure, value, n, k, magnitude2, ...) {
  half <- Z975 * 2 * sqrt(value) * (1 - value) * abs(n - k - 1) / sqrt((n - 1) * (n + 1) * (n + 3))
  with_effect(record, measure, value, max(0, value - half), min(1, value + half), sqrt(max(0, magnitude2)), ...)
}

with_partial_eta2 <- function(record, f, df1, df2, n, k, ...) {
  with_share(record, "partial_eta2", df1 * f / (df1 * f + df2), n, k, (f - 1) * df1 / (f * df1 + df2), ...)
}

# The other interval of partial eta^2: from the noncentralities l at which F is the .975 and the .025 quantile, l/(l+df2). R's own
# noncentral F is good to nine digits only, so the Poisson mixture of beta tails that it is gets summed here.
noncentral_eta2 <- function(f, df1, df2) {
  x <- df1 * f / (df1 * f + df2)
  noncentral <- function(l) {
    reach <- 12 * sqrt(l / 2) + 40
    j <- seq(max(0, floor(l / 2 - reach)), ceiling(l / 2 + reach))
    sum(dpois(j, l / 2) * pbeta(x, df1 / 2 + j, df2 / 2))
  }
  bounds <- vapply(c(0.975, 0.025), function(wanted) {
    at <- function(l) noncentral(l) - wanted
    if (pf(f, df1, df2) <= wanted) return(0)
    high <- 1
    while (at(high) > 0) high <- high * 2
    uniroot(at, c(0, high), tol = 1e-13 * high, maxiter = 10000)$root
  }, 0)
  bounds / (bounds + df2)
}
