# ---- linear models ------------------------------------------------------------------------------------------------------
#
# Every numeric column is moved to its mean and scaled before it is handed to lm or glm. An intercept absorbs the shift and the
# scale is undone in the coefficient, so that nothing changes but the rounding: a column near 1e9 would lose nine digits.
# Centering also makes the product of two columns independent of where their zeros lie. The tested term is the last one.
#
# The models' columns are called t1, t2, ...; the study's names, which may hold anything, appear only as texts.

# x moved to its mean and scaled, and the factor that it was scaled by.
standard <- function(x) {
  unit <- unit_of(x)
  z <- x * unit
  if (min(z) == max(z)) return(list(values = 0 * z, unit = unit))
  for (i in 1:2) z <- z - mean(z) # the first mean of a column far from 0 is itself rounded
  again <- unit_of(z)
  list(values = z * again, unit = unit * again)
}

# The data frame and the formula of a model, with what undoes the scaling. Factors are treatment-coded, the reference first.
design <- function(s, terms) {
  columns <- list()
  units <- list()
  short <- character(0) # t1, t2, ... by the study's name
  labels <- character(0)
  for (term in terms) {
    for (v in term) {
      if (v$name %in% names(short)) next
      id <- paste0("t", length(short) + 1)
      short[v$name] <- id
      if (is_factor(v)) {
        columns[[id]] <- factor(codes_in(s, v), seq_along(s$names[[v$name]]))
        units[[id]] <- 1
      } else {
        one <- standard(numbers_in(s, v))
        columns[[id]] <- one$values
        units[[id]] <- one$unit
      }
    }
    labels <- c(labels, paste(vapply(term, function(v) short[[v$name]], ""), collapse = ":"))
  }
  tested <- terms[[length(terms)]]
  parts <- lapply(tested, function(v) if (is_factor(v)) paste0(v$name, "[", s$names[[v$name]][-1], "]") else v$name)
  keys <- lapply(tested, function(v) {
    id <- short[[v$name]]
    if (is_factor(v)) paste0(id, seq_along(s$names[[v$name]])[-1]) else id
  })
  grid <- function(p) if (length(p) == 1) p[[1]] else as.vector(t(outer(p[[1]], p[[2]], paste, sep = ":")))
  labels <- unique(labels)
  # R would swap the parts of a product whose second part it met first; the label it uses is the one to look for.
  list(data = as.data.frame(columns), formula = reformulate(labels, "y"), label = labels[length(labels)],
    main = keys[[1]], columns = grid(keys), names = grid(parts), unit = prod(unlist(units[vapply(tested, function(v) short[[v$name]], "")])))
}

# Type II F of the last term, by car; by comparing the models with and without it where columns are collinear, which car refuses.
# The two are one: no other term contains the last.
type_two <- function(fit, d) {
  # car also refuses a residual that is small beside the outcome's offset, as its own rounding would be; here the outcome is centered.
  if (!anyNA(coef(fit)) && requireNamespace("car", quietly = TRUE) && summary(fit)$r.squared < 1 - 1e-10) {
    table <- suppressMessages(car::Anova(fit, type = 2))
    return(c(f = table[d$label, "F value"], df1 = table[d$label, "Df"]))
  }
  less <- update(fit, as.formula(paste(". ~ . -", d$label)))
  table <- anova(less, fit)
  c(f = table[2, "F"], df1 = table[2, "Df"])
}

# Along these directions of the coefficients no fitted value changes: each column left out by -1, the kept ones by their shares in it.
directions <- function(x, kept) {
  length <- sqrt(colSums(x^2))
  length[length == 0] <- 1
  out <- setdiff(colnames(x), kept)
  still <- matrix(0, ncol(x), length(out), dimnames = list(colnames(x), out))
  if (length(out) > 0) {
    still[kept, ] <- qr.coef(qr(x[, kept, drop = FALSE], LAPACK = TRUE), x[, out, drop = FALSE])
    still[cbind(out, out)] <- -1
  }
  list(still = still, length = length)
}

# Whether a combination of coefficients, by name, is the same whichever collinear column is left out. Without it a coefficient may be
# a difference to the level that was left out, and not to the reference (Searle 1971).
estimable <- function(d, weights) {
  own <- sum((weights / d$still$length[names(weights)])^2)
  for (k in seq_len(ncol(d$still$still))) {
    direction <- d$still$still[, k]
    if (abs(sum(weights * direction[names(weights)])) > 1e-5 * sqrt(own * sum((direction * d$still$length)^2))) return(FALSE)
  }
  TRUE
}

# The simple slopes behind an interaction: in each group, or at the moderator's two ends, which are the two levels, or the 10th and
# 90th percentile (the smallest and largest value where those are equal).
slopes <- function(s, d, terms, params, covariance, unit, quantile, by_group) {
  tested <- terms[[length(terms)]]
  other <- tested[[2]]
  if (length(d$main) > 1 || is.na(params[d$main])) return(NULL)
  exposure <- tested[[1]]
  scale <- if (is_factor(exposure)) 1 else standard(numbers_in(s, exposure))$unit
  scale <- scale * unit / d$unit # unit also holds the outcome's
  slope <- function(at, column, weight) {
    c <- setNames(c(1, weight), c(d$main, column))
    if (!estimable(d, c)) return(NULL)
    c <- c[!is.na(params[names(c)])]
    b <- sum(c * params[names(c)]) * scale
    e <- sqrt(sum(c * (covariance[names(c), names(c)] %*% c))) * scale
    list(at = at, slope = b, std_error = e, low = b - quantile * e, high = b + quantile * e)
  }
  if (is_factor(other)) {
    names <- s$names[[other$name]]
    found <- lapply(seq_along(names), function(k) if (k == 1) slope(names[1], NULL, NULL) else slope(names[k], d$columns[k - 1], 1))
    if (by_group) {
      found <- Filter(Negate(is.null), found)
      return(if (length(found) > 0) list(groups = found))
    }
    if (length(names) > 2) return(NULL)
  } else {
    x <- numbers_in(s, other)
    one <- standard(x)
    ends <- c(percentile(x, 0.1), percentile(x, 0.9))
    if (ends[1] == ends[2]) ends <- range(x)
    found <- lapply(ends, function(v) slope(sprintf("%.6g", v), d$columns, (v - x[1]) * one$unit + one$values[1]))
  }
  ends <- Filter(Negate(is.null), setNames(found, c("low", "high")))
  if (length(ends) > 0) ends
}

# quantile's type 7, in the one order of operations that keeps the digits of a column far from 0.
percentile <- function(x, p) {
  x <- sort(x)
  h <- p * (length(x) - 1)
  k <- floor(h)
  x[k + 1] + (h - k) * (x[min(k + 2, length(x))] - x[k + 1])
}

# A fitted least-squares model: coefficients of the tested term on the scale of the data.
fit_linear <- function(s, y, terms) {
  d <- design(s, terms)
  out <- standard(y)
  d$data$y <- out$values
  weights <- if (is.null(s$weights)) rep(1, s$n) else numbers_in(s, s$weights)
  d$data$weight <- weights * unit_of(weights)
  weight <- NULL # a column of d$data
  fit <- lm(d$formula, d$data, weights = weight, tol = 1e-11)
  b <- coef(fit)[d$columns]
  kept <- !is.na(b)
  d$still <- directions(model.matrix(fit) * sqrt(d$data$weight), names(coef(fit))[!is.na(coef(fit))])
  covariance <- vcov(fit)[d$columns[kept], d$columns[kept], drop = FALSE]
  scale <- d$unit / out$unit
  list(fit = fit, d = d, kept = kept, raw = b[kept], scale = scale, params = b[kept] * scale, errors = sqrt(diag(covariance)) * scale,
    df = fit$df.residual, rank = fit$rank, covariance = covariance)
}

# Standard errors and joint F that do not assume an equal spread, with their degrees of freedom: HC3 of MacKinnon and White
# (1985) with the residual degrees of freedom; or, with clusters, CR1 of Stata, whose degrees of freedom are the clusters less one.
# A row of leverage 1 has no residual and adds nothing.
robust <- function(m, clusters = NULL) {
  fit <- m$fit
  x <- model.matrix(fit)[, !is.na(coef(fit)), drop = FALSE] * sqrt(fit$weights)
  e <- residuals(fit) * sqrt(fit$weights)
  inverse <- chol2inv(qr.R(fit$qr)[seq_len(m$rank), seq_len(m$rank), drop = FALSE])
  dimnames(inverse) <- list(names(coef(fit))[fit$qr$pivot[seq_len(m$rank)]], names(coef(fit))[fit$qr$pivot[seq_len(m$rank)]])
  inverse <- inverse[colnames(x), colnames(x), drop = FALSE]
  df <- m$df
  factor <- 1
  if (is.null(clusters)) {
    h <- rowSums((x %*% inverse) * x)
    ok <- 1 - h > 1e-10
    scores <- x[ok, , drop = FALSE] * (e[ok] / (1 - h[ok]))
  } else {
    scores <- rowsum(x * e, clusters)
    df <- nrow(scores) - 1
    factor <- nrow(scores) / df * (length(e) - 1) / m$df
  }
  at <- m$d$columns[m$kept]
  part <- (inverse %*% crossprod(scores) %*% inverse * factor)[at, at, drop = FALSE]
  list(errors = sqrt(diag(part)) * m$scale, f = sum(m$raw * solve(part, m$raw)) / length(at), df = df)
}

# Pearson's r with its t test and the slope; Spearman's as Pearson's r of average ranks.
pearson <- function(s, outcome, exposure, ranks = FALSE) {
  x <- numbers_in(s, exposure)
  binary <- outcome_in(s, outcome)
  y <- binary$values
  if (ranks) {
    x <- rank(x)
    y <- rank(y)
  }
  x <- standard(x)
  y <- standard(y)
  slope <- summary(lm(y$values ~ x$values))$coefficients[2, ]
  df <- s$n - 2
  t <- slope[["t value"]]
  record <- record_of(s, if (ranks) "spearman" else "pearson", "correlation")
  record$event <- binary$event
  scale <- x$unit / y$unit
  if (!ranks) record <- set_estimate(record, slope[["Estimate"]] * scale, slope[["Std. Error"]] * scale, qt(0.975, df))
  record$statistic <- list(name = "t", value = t, df2 = df)
  record <- set_p(record, two_sided_t(t, df))
  with_correlation(record, if (ranks) "spearman_r" else "pearson_r", t / sqrt(t^2 + df), s$n - 3)
}

# The t test of one coefficient, or the Type II F test of the last term.
least_squares <- function(s, outcome, terms, test, describe = NULL, errors = "model", clusters = NULL, by_group = FALSE) {
  y <- outcome_in(s, outcome)
  m <- fit_linear(s, y$values, terms)
  name <- if (is.null(s$weights)) "ols" else "wls"
  record <- record_of(s, if (errors == "model") name else paste0(name, "_", errors), test)
  record$event <- y$event
  single <- length(terms[[length(terms)]]) == 1
  if (!is.null(describe)) record <- describe_levels(s, record, describe, if (single) y$values, single && !is.null(y$event))
  if (!is_factor(terms[[length(terms)]][[if (single) 1 else 2]])) record$contrast <- NULL
  ff <- type_two(m$fit, m$d)
  other <- list(errors = m$errors, f = ff[["f"]], df = m$df)
  if (errors != "model") other <- robust(m, if (!is.null(clusters)) clusters$codes[s$rows])
  quantile <- qt(0.975, other$df)
  record <- set_coefficients(record, m$d, m$kept, m$params, other$errors, quantile)
  if (errors == "model" && !single) record$slopes <- slopes(s, m$d, terms, coef(m$fit), vcov(m$fit), m$scale, quantile, by_group)
  if (test != "omnibus") {
    t <- m$params[[1]] / m$errors[[1]]
    value <- m$params[[1]] / other$errors[[1]]
    record <- set_estimate(record, m$params[[1]], other$errors[[1]], quantile)
    record$statistic <- list(name = "t", value = value, df2 = other$df)
    record <- set_p(record, two_sided_t(value, other$df))
    return(with_correlation(record, "partial_r", t / sqrt(t^2 + m$df), m$df - 1))
  }
  df1 <- length(m$params)
  record$statistic <- list(name = "F", value = other$f, df1 = df1, df2 = other$df)
  record <- set_p(record, upper_f(other$f, df1, other$df))
  if (errors != "model") return(with_partial_eta2(record, ff[["f"]], df1, m$df, s$n, m$rank - 1))
  bounds <- noncentral_eta2(ff[["f"]], df1, m$df)
  with_partial_eta2(record, ff[["f"]], df1, m$df, s$n, m$rank - 1, noncentral_low = bounds[1], noncentral_high = bounds[2])
}

# The coefficients of the tested term that the rows determine; kept tells which of its columns are in the model.
set_coefficients <- function(record, d, kept, params, errors, quantile) {
  names <- d$names[kept]
  named <- which(vapply(d$columns[kept], function(column) estimable(d, setNames(1, column)), TRUE))
  if (length(named) == 0) return(record)
  record$coefficients <- lapply(unname(named), function(k) {
    list(term = names[k], estimate = params[[k]], std_error = errors[[k]], low = params[[k]] - quantile * errors[[k]],
      high = params[[k]] + quantile * errors[[k]])
  })
  record
}
