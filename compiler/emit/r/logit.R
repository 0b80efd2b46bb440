# ---- logistic regression ------------------------------------------------------------------------------------------------

# Average marginal contrasts, the risk difference and ratio, by the delta method (marginaleffects' avg_comparisons). Every row keeps
# its other values; a factor's column is 1 against 0, a numeric one a unit more than it is.
marginal <- function(x, params, covariance, column, factor, unit) {
  mean_at <- function(x) {
    p <- plogis(drop(x %*% params))
    list(p = mean(p), g = colMeans(p * (1 - p) * x))
  }
  more <- x
  less <- x
  more[, column] <- if (factor) 1 else x[, column] + unit
  if (factor) less[, column] <- 0
  more <- mean_at(more)
  less <- mean_at(less)
  error <- function(g) Z975 * sqrt(sum(g * (covariance %*% g)))
  d <- more$p - less$p + c(0, -1, 1) * error(more$g - less$g)
  r <- exp(log(more$p / less$p) + c(0, -1, 1) * error(more$g / more$p - less$g / less$p))
  list(rd = list(value = d[1], low = d[2], high = d[3]), rr = list(value = r[1], low = r[2], high = r[3]))
}

# The Wald z of one coefficient, or the Wald chi-squared of the last term.
logit <- function(s, outcome, terms, test, describe = NULL, by_group = FALSE, risks = FALSE) {
  y <- outcome_in(s, outcome)
  d <- design(s, terms)
  d$data$y <- y$values
  # Columns that those before them determine leave first: glm itself looks for them with a tolerance that shrinks with epsilon.
  x <- model.matrix(d$formula, d$data)
  rank <- qr(x, tol = 1e-11)
  in_model <- sort(rank$pivot[seq_len(rank$rank)])
  d$still <- directions(x, colnames(x)[in_model])
  x <- x[, in_model, drop = FALSE]
  fit <- suppressWarnings(glm.fit(x, y$values, family = binomial(), control = glm.control(epsilon = 1e-14, maxit = 50)))
  # glm's covariance is that of the step before the last; one more Newton step and the information at its end are exact.
  b <- coef(fit)
  for (step in 1:2) {
    mu <- plogis(drop(x %*% b))
    covariance <- chol2inv(qr.R(qr(x * sqrt(mu * (1 - mu)), tol = 0)))
    b <- b + drop(covariance %*% crossprod(x, y$values - mu))
  }
  names(b) <- colnames(x)
  dimnames(covariance) <- list(colnames(x), colnames(x))
  kept <- d$columns %in% names(b)
  at <- d$columns[kept]
  params <- b[at] * d$unit
  errors <- sqrt(diag(covariance)[at]) * d$unit
  record <- record_of(s, "logit", test)
  record$event <- y$event
  if (!is.null(describe)) record <- describe_levels(s, record, describe)
  tested <- terms[[length(terms)]]
  if (!is_factor(tested[[length(tested)]])) record$contrast <- NULL
  record <- set_coefficients(record, d, kept, params, errors, Z975)
  if (length(tested) > 1) record$slopes <- slopes(s, d, terms, b, covariance, d$unit, Z975, by_group)
  if (risks) record$marginal <- marginal(x, b, covariance, at, is_factor(tested[[1]]), d$unit)
  if (test != "omnibus") {
    b <- params[[1]]
    e <- errors[[1]]
    record <- set_estimate(record, b, e, Z975)
    if (is.finite(exp(record$high)) && exp(record$low) > 0) record$odds_ratio <- list(value = exp(b), low = exp(record$low), high = exp(record$high))
    record$statistic <- list(name = "z", value = b / e)
    record <- set_p(record, two_sided_z(b / e))
    # The log odds ratio as a standardised difference (Chinn 2000), and per standard deviation of every numeric part.
    to_d <- sqrt(3) / pi
    per_sd <- b * to_d
    for (part in Filter(Negate(is_factor), tested)) {
      one <- standard(numbers_in(s, part))
      per_sd <- per_sd * sd(one$values) / one$unit
    }
    magnitude <- abs(per_sd) / sqrt(per_sd^2 + 4)
    record <- with_effect(record, "logit_d", b * to_d, (b - Z975 * e) * to_d, (b + Z975 * e) * to_d, magnitude)
    if (!all(vapply(tested, is_factor, TRUE))) record$effect$per_sd <- per_sd
    return(record)
  }
  wald <- sum(b[at] * solve(covariance[at, at], b[at]))
  df <- length(at)
  record$statistic <- list(name = "chi2", value = wald, df1 = df)
  record <- set_p(record, upper_chi2(wald, df))
  with_share(record, "wald_eta2", wald / (wald + s$n), s$n, ncol(x) - 1, (wald - df) / (wald + s$n))
}
